import { fieldError } from '../../core/problems/api-error.ts';
import { reprocessAt } from '../../core/retry/reprocessing.ts';
import { formatInstant, parseTimestampField } from '../../core/values/timestamps.ts';
import { EVENT_RETENTION_DAYS, retentionStartMs } from './event.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** A request to replay failed deliveries of events in [since, until]. `cursor` is the last delivery processed. */
export interface Recovery {
  id: string;
  workspace_id: string;
  endpoint_id: string;
  since: string;
  until: string;
  status: 'running' | 'finished';
  cursor: string | null;
  due_at?: string | null; // When the next step is overdue; null once it is finished. Absent in older recoveries.
  created_at: string;
  version: number;
}

/** Create a recovery that has not started. */
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
    due_at: reprocessAt(now, nowMs),
    created_at: now,
    version: 0,
  };
}

/** Record one step of a recovery. `cursor` is the last delivery it processed, or null after the last step. */
export function recordStep(recovery: Recovery, cursor: string | null, nowMs: number): Recovery {
  if (cursor === null) return { ...recovery, status: 'finished', cursor, due_at: null };
  return { ...recovery, cursor, due_at: reprocessAt(formatInstant(nowMs), nowMs) };
}

/** Parse the start of a recovery to epoch milliseconds. Throws a 422 unless it is in the retention period. */
export function recoverySince(text: string, nowMs: number): number {
  const sinceMs = parseTimestampField('/since', text);
  const invalid = (code: string, detail: string) => fieldError('/since', code, detail);
  if (sinceMs > nowMs) throw invalid('time_ahead', 'Must not be in the future.');
  if (sinceMs < retentionStartMs(nowMs))
    throw invalid('time_too_far', `Must be within the last ${EVENT_RETENTION_DAYS} days.`);
  return sinceMs;
}
