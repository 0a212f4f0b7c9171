import { DAY_MS, HOUR_MS } from './buckets.ts';
import type { Entry } from './entry.ts';
import { formatInstant } from './instant.ts';
import { type Metrics, metricsDelta, NO_METRICS } from './metrics-delta.ts';
import type { Platform } from './platform.ts';
import { hashtagsOf } from './terms.ts';

/** A published post and the latest totals its platform reported of it. `id` is the schedule entry's. */
export interface Measurement {
  id: string;
  workspace_id: string;
  content_id: string;
  platform: Platform;
  platform_post_id: string;
  published_at: string;
  hashtags: string[];
  latest: Metrics;
  measured_at: string | null;
  /** When its numbers are to be read next; null once the post is too old. */
  due_at: string | null;
  version: number;
}

/** What one reading added: written once, and added to the buckets of its hour and day by the stream. */
export interface Observation {
  id: string;
  workspace_id: string;
  content_id: string;
  platform: Platform;
  at: string;
  /** 1 with the first reading of a post, 0 later: their sum counts the posts that were measured. */
  posts: 0 | 1;
  deltas: Metrics;
  is_applied: boolean;
  version: number;
}

/** The measurement a post begins with: nothing reported, and due at once. */
export function newMeasurement(entry: Entry, text: string): Measurement {
  return {
    id: entry.id,
    workspace_id: entry.workspace_id,
    content_id: entry.content_id,
    platform: entry.platform,
    platform_post_id: entry.platform_post_id!,
    published_at: entry.published_at!,
    hashtags: hashtagsOf(text),
    latest: NO_METRICS,
    measured_at: null,
    due_at: entry.published_at,
    version: 0,
  };
}

/**
 * When the numbers of a post are read next: every `everyMinutes` in its first day, hourly in its first
 * week, daily to ninety days, then never.
 */
export function nextReading(publishedAt: string, nowMs: number, everyMinutes: number): string | null {
  const ageMs = nowMs - Date.parse(publishedAt);
  if (ageMs > 90 * DAY_MS) return null;
  const pauseMs = ageMs < DAY_MS ? everyMinutes * 60_000 : ageMs < 7 * DAY_MS ? HOUR_MS : DAY_MS;
  // A little less than the collector's own rhythm, or every second run would come just too early.
  return formatInstant(nowMs + pauseMs - Math.min(30_000, pauseMs / 2));
}

/** A measurement after one reading, and what the reading added. */
export function withReading(
  before: Measurement,
  totals: Metrics,
  at: { nowMs: number; observationId: string; everyMinutes: number },
): { measurement: Measurement; observation: Observation } {
  const { delta, merged } = metricsDelta(before.latest, totals);
  const now = formatInstant(at.nowMs);
  return {
    measurement: {
      ...before,
      latest: merged,
      measured_at: now,
      due_at: nextReading(before.published_at, at.nowMs, at.everyMinutes),
    },
    observation: {
      id: at.observationId,
      workspace_id: before.workspace_id,
      content_id: before.content_id,
      platform: before.platform,
      at: now,
      posts: before.measured_at === null ? 1 : 0,
      deltas: delta,
      is_applied: false,
      version: 0,
    },
  };
}
