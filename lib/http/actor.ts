import { randomBytes } from 'node:crypto';
import type { AuditStamp } from '../domain/audit/audit-log.ts';
import { formatInstant } from '../domain/timestamps.ts';
import type { HandlerResult, RequestContext } from './request-context.ts';

/** Who asks for a change, and from where, as it is committed with the change. The address is the gateway's word. */
export function actorOf(call: RequestContext, reply: HandlerResult): AuditStamp {
  return {
    type: 'user',
    user_id: call.caller?.userId ?? reply.actorUserId ?? null,
    client_id: call.caller?.clientId ?? null,
    source_ip: call.event.requestContext.http.sourceIp,
    request_id: call.requestId,
    operation: call.operation,
    at: formatInstant(call.nowMs),
    change_id: randomBytes(9).toString('base64url'),
  };
}
