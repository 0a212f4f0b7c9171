import { fieldError } from '../../core/problems/request-errors.ts';
import { reprocessAt } from '../../core/retry/reprocessing.ts';
import { formatInstant, parseTimestampField } from '../../core/values/timestamps.ts';
import { EVENT_RETENTION_DAYS, retentionStartMs } from './event.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

const MINUTE_MS = 60_000;

/**
 * A request to replay the failed deliveries of events in [since, until], and to deliver the events in it that have no
 * delivery. `cursor` is the last delivery processed, then the last event.
 */
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

/** A period that includes `fromMs` and not `toMs`, in epoch milliseconds. */
export type Period = { fromMs: number; toMs: number };

/**
 * Return the part of [since, until] in which an endpoint may have missed events because it was not active: from its
 * registration until a minute after it became active last, by which clocks may differ. Later events have their deliveries.
 * Null if there is none.
 */
export function missedPeriod(endpoint: WebhookEndpoint, sinceMs: number, untilMs: number): Period | null {
  const { status, created_at, updated_at, active_since = updated_at, filter } = endpoint;
  const fromMs = Math.max(sinceMs, Date.parse(created_at));
  // The stream worker knows an endpoint of the stage a minute later.
  const delayMs = filter ? 2 * MINUTE_MS : MINUTE_MS;
  const toMs = status === 'active' ? Math.min(untilMs, Date.parse(active_since) + delayMs) : untilMs;
  const wasInactive = status !== 'active' || active_since !== created_at || filter !== undefined;
  return wasInactive && fromMs < toMs ? { fromMs, toMs } : null;
}

/** Record one step of a recovery. `cursor` is the last delivery or event it processed, or null after the last step. */
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
