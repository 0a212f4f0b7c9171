import { randomBytes } from 'node:crypto';
import type { ChangedBy } from '../domain/audit.ts';
import { formatInstant } from '../domain/instant.ts';
import type { Call, Reply } from './call.ts';

/** Who asks for a change, and from where, as it is committed with the change. The address is the gateway's word. */
export function changedBy(call: Call, reply: Reply): ChangedBy {
  return {
    type: 'user',
    user_id: call.caller?.userId ?? reply.actingUserId ?? null,
    client_id: call.caller?.clientId ?? null,
    source_ip: call.event.requestContext.http.sourceIp,
    request_id: call.requestId,
    operation: call.operation,
    at: formatInstant(call.nowMs),
    change_id: randomBytes(9).toString('base64url'),
  };
}
