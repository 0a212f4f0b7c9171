import { randomBytes } from 'node:crypto';
import type { ChangedBy } from '../domain/audit.ts';
import { formatInstant } from '../domain/instant.ts';

/** Who runs the service, as the audit log names them. Which person it was, AWS knows and we do not. */
export function operatorAt(command: string, nowMs: number): ChangedBy {
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
