import { randomBytes } from 'node:crypto';
import type { AuditStamp } from '../../lib/core/table/audit-stamp.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';

/** Build the audit stamp of an operator command. CloudTrail, not the service, knows the person. */
export function operatorActor(command: string, nowMs: number): AuditStamp {
  return {
    type: 'operator',
    user_id: null,
    client_id: null,
    source_ip: null,
    request_id: null,
    operation: command,
    at: formatInstant(nowMs),
    change_id: randomBytes(9).toString('base64url'),
    review_link_id: null,
    actor: null,
  };
}
