import { validationError } from '../api-error.ts';
import { formatInstant, parseTimestampField } from '../timestamps.ts';
import { EVENT_RETENTION_DAYS, retentionStartMs } from './event.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/**
 * A request to deliver again what did not arrive at an endpoint: of the events from `since` until it was
 * asked. It is worked on in steps; `cursor` is the last delivery that was looked at.
 */
export interface Recovery {
  id: string;
  workspace_id: string;
  endpoint_id: string;
  since: string;
  until: string;
  status: 'running' | 'finished';
  cursor: string | null;
  created_at: string;
  version: number;
}

/** A recovery nobody has begun. */
export function newRecovery(id: string, endpoint: WebhookEndpoint, sinceMs: number, nowMs: number): Recovery {
  const now = formatInstant(nowMs);
  return {
    id,
    workspace_id: endpoint.workspace_id,
    endpoint_id: endpoint.id,
    since: formatInstant(sinceMs),
    until: now,
    status: 'running',
    cursor: null,
    created_at: now,
    version: 0,
  };
}

/** From when on to recover, in epoch milliseconds. 422 for no time, one ahead, and one before the log begins. */
export function recoverySince(text: string, nowMs: number): number {
  const sinceMs = parseTimestampField('/since', text);
  const wrong = (code: string, detail: string) => validationError([{ pointer: '/since', code, detail }]);
  if (sinceMs > nowMs) throw wrong('time_ahead', 'Must not be in the future.');
  if (sinceMs < retentionStartMs(nowMs))
    throw wrong('time_too_far', `Must be within the last ${EVENT_RETENTION_DAYS} days.`);
  return sinceMs;
}
