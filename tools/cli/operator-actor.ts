import { randomBytes } from 'node:crypto';
import type { AuditStamp } from '../../lib/domain/audit/audit-log.ts';
import { formatInstant } from '../../lib/domain/timestamps.ts';

/** Who runs the service, as the audit log names them. Which person it was, AWS knows and we do not. */
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
  };
}
