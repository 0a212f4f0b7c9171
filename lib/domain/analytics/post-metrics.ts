import { PLATFORM_TABLE, type Platform } from '../../platforms/platforms.ts';
import type { ScheduleEntry } from '../content/schedule-entry.ts';
import { DAY_MS, formatInstant, HOUR_MS } from '../timestamps.ts';
import { type Metrics, metricsDelta, NO_METRICS } from './metrics.ts';
import { hashtagsOf } from './terms.ts';
import { dayOf } from './time-buckets.ts';

/** A published post and the latest totals its platform reported of it. `id` is the schedule entry's. */
export interface PostMetrics {
  id: string;
  workspace_id: string;
  content_id: string;
  platform: Platform;
  platform_post_id: string;
  published_at: string;
  hashtags: string[];
  totals: Metrics;
  /**
   * Instagram's own total of interactions, where it was reported. It is made of numbers that stand in `latest`,
   * so it is in no sum.
   */
  interactions?: number;
  measured_at: string | null;
  /** When its numbers are to be read next; null once the post is too old. */
  due_at: string | null;
  version: number;
}

/** What one reading added: written once, and added to the buckets of its hour and day by the stream. */
export interface MetricsDelta {
  id: string;
  workspace_id: string;
  content_id: string;
  platform: Platform;
  at: string;
  /** 1 with the first reading of a post, 0 later: their sum counts the posts that were measured. */
  posts: 0 | 1;
  deltas: Metrics;
  is_aggregated: boolean;
  version: number;
}

/** What of an entry that is published says which post it became. */
type PublishedEntry = Pick<
  ScheduleEntry,
  'id' | 'workspace_id' | 'content_id' | 'platform' | 'platform_post_id' | 'published_at'
>;

/** Create the metrics of a new post: nothing reported, polled at once if the platform reports metrics. */
export function newPostMetrics(entry: PublishedEntry, text: string): PostMetrics {
  return {
    id: entry.id,
    workspace_id: entry.workspace_id,
    content_id: entry.content_id,
    platform: entry.platform,
    platform_post_id: entry.platform_post_id!,
    published_at: entry.published_at!,
    hashtags: hashtagsOf(text),
    totals: NO_METRICS,
    measured_at: null,
    due_at: PLATFORM_TABLE[entry.platform].metrics === undefined ? null : entry.published_at,
    version: 0,
  };
}

/**
 * When the numbers of a post are read next: every `everyMinutes` in its first day, hourly in its first
 * week, daily to ninety days, then never.
 */
export function nextPollAt(publishedAt: string, nowMs: number, everyMinutes: number): string | null {
  const ageMs = nowMs - Date.parse(publishedAt);
  if (ageMs > 90 * DAY_MS) return null;
  const pauseMs = ageMs < DAY_MS ? everyMinutes * 60_000 : ageMs < 7 * DAY_MS ? HOUR_MS : DAY_MS;
  // Between two runs of the collector. Its timer is up to a minute late, and a post is read when its message comes
  // out of the queue: were the next reading due on the minute, every run that is a little earlier would miss it.
  return formatInstant(nowMs + pauseMs - Math.min(everyMinutes * 30_000, pauseMs / 2));
}

// What a platform asks nobody to repeat before an hour: no credits, no permission.
const HOLD_MS: Record<string, number> = { credits_depleted: HOUR_MS, forbidden: HOUR_MS };
const LIMIT_MS = 15 * 60_000;

/**
 * Until when no posts of an account are read after its platform turned a reading away (ISO 8601); null when the
 * usual pace will do. As long as the platform says, at least a minute and at most a day; a limit without an end
 * is a quarter of an hour, the longest of X's short windows.
 *
 * @param refusal its code and category as `lib/platforms` names them, and the seconds the platform asks for.
 */
export function pollBackoffUntil(
  refusal: { code: string; category: string; retryAfterSeconds: number | null },
  nowMs: number,
): string | null {
  const { code, category, retryAfterSeconds } = refusal;
  const saidMs = retryAfterSeconds === null ? null : retryAfterSeconds * 1000;
  const holdMs = saidMs ?? HOLD_MS[code] ?? (category === 'rate_limit' ? LIMIT_MS : null);
  if (holdMs === null) return null;
  return formatInstant(nowMs + Math.min(Math.max(holdMs, 60_000), DAY_MS));
}

/**
 * A measurement whose post was not answered for: asked again at the usual pace, for a post that is gone must not
 * be asked for every run, and not before `pollBackoffUntil`.
 */
export function reschedulePoll(
  before: PostMetrics,
  held: string | null,
  nowMs: number,
  everyMinutes: number,
): PostMetrics {
  const usual = nextPollAt(before.published_at, nowMs, everyMinutes);
  return { ...before, due_at: usual !== null && held !== null && held > usual ? held : usual };
}

/** Whether a reading is the first of its post in this UTC day: X asks its price once a day. */
export function isFirstPollOfUtcDay(before: PostMetrics, nowMs: number): boolean {
  return before.measured_at === null || dayOf(new Date(before.measured_at)) !== dayOf(new Date(nowMs));
}

/** A measurement after one reading, and what the reading added. `interactions`: see `PostMetrics`. */
export function applyPoll(
  before: PostMetrics,
  totals: Metrics & { interactions?: number | null },
  at: { nowMs: number; observationId: string; everyMinutes: number },
): { measurement: PostMetrics; observation: MetricsDelta } {
  const { delta, merged } = metricsDelta(before.totals, totals);
  const now = formatInstant(at.nowMs);
  return {
    measurement: {
      ...before,
      totals: merged,
      ...(typeof totals.interactions === 'number' ? { interactions: totals.interactions } : {}),
      measured_at: now,
      due_at: nextPollAt(before.published_at, at.nowMs, at.everyMinutes),
    },
    observation: {
      id: at.observationId,
      workspace_id: before.workspace_id,
      content_id: before.content_id,
      platform: before.platform,
      at: now,
      posts: before.measured_at === null ? 1 : 0,
      deltas: delta,
      is_aggregated: false,
      version: 0,
    },
  };
}
