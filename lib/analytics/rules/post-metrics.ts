import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { pick } from '../../core/values/pick.ts';
import { DAY_MS, formatInstant, HOUR_MS } from '../../core/values/timestamps.ts';
import { PLATFORM_TABLE, type Platform } from '../../platforms/facts/platforms.ts';
import { type Metrics, metricsDelta, NO_METRICS } from './metrics.ts';
import { hashtagsOf } from './terms.ts';
import { dayOf } from './time-buckets.ts';

/** A published post with the latest totals its platform reported. `id` is that of the schedule entry. */
export interface PostMetrics {
  id: string;
  workspace_id: string;
  content_id: string;
  platform: Platform;
  account_id: string | null; // Null for a post whose account was never connected here: it is resolved by hand.
  platform_post_id: string | null; // Null for a post that a user resolved without it: it is counted, and never polled.
  published_at: string;
  hashtags: string[];
  totals: Metrics;
  /** Total interactions as reported by Instagram. It consists of metrics in `totals`, so it is in no sum. */
  interactions?: number;
  measured_at: string | null;
  due_at: string | null; // Time of the next poll; null once the post is too old.
  version: number;
}

/** The difference between two polls of a post, added to the buckets of its hour and day. */
export interface MetricsDelta {
  workspace_id: string;
  content_id: string;
  platform: Platform;
  account_id: string | null;
  at: string;
  posts: 0 | 1; // 1 for the first poll of a post, 0 later: the sum counts the measured posts.
  deltas: Metrics;
}

/** Fields of a published entry that identify its post. */
type PublishedEntry = Pick<
  ScheduleEntry,
  'id' | 'workspace_id' | 'content_id' | 'platform' | 'account_id' | 'platform_post_id' | 'published_at'
>;

/** Create the metrics of a new post, polled at once if the platform reports metrics of it. */
export function newPostMetrics(entry: PublishedEntry, text: string): PostMetrics {
  const { platform, account_id, platform_post_id } = entry;
  const isPolled = account_id !== null && platform_post_id !== null && PLATFORM_TABLE[platform].metrics !== undefined;
  return {
    ...pick(entry, 'id', 'workspace_id', 'content_id', 'platform', 'account_id', 'platform_post_id'),
    published_at: entry.published_at!,
    hashtags: hashtagsOf(text),
    totals: NO_METRICS,
    measured_at: null,
    due_at: isPolled ? entry.published_at : null,
    version: 0,
  };
}

/** Compute the next poll: `everyMinutes` on the first day, hourly in the first week, daily for 90 days. */
export function nextPollAt(publishedAt: string, nowMs: number, everyMinutes: number): string | null {
  const ageMs = nowMs - Date.parse(publishedAt);
  if (ageMs > 90 * DAY_MS) return null;
  const pauseMs = ageMs < DAY_MS ? everyMinutes * 60_000 : ageMs < 7 * DAY_MS ? HOUR_MS : DAY_MS;
  // The time lies between two runs of the collector. Its timer is up to a minute late, and a post is polled when its
  // message leaves the queue: with a time on the minute, every slightly earlier run would miss the post.
  return formatInstant(nowMs + pauseMs - Math.min(everyMinutes * 30_000, pauseMs / 2));
}

/** Reschedule a poll that returned no metrics after the usual interval, but not before `heldUntil`. */
export function reschedulePoll(before: PostMetrics, heldUntil: string | null, nowMs: number, everyMinutes: number) {
  const usual = nextPollAt(before.published_at, nowMs, everyMinutes);
  return { ...before, due_at: usual !== null && heldUntil !== null && heldUntil > usual ? heldUntil : usual };
}

/** Return whether a poll is the first of its post in this UTC day: X charges once a day. */
export function isFirstPollOfUtcDay(before: PostMetrics, nowMs: number): boolean {
  return before.measured_at === null || dayOf(new Date(before.measured_at)) !== dayOf(new Date(nowMs));
}

/** Apply the totals of one poll: return the updated post metrics and the difference. */
export function applyPoll(
  before: PostMetrics,
  totals: Metrics & { interactions?: number | null },
  at: { nowMs: number; everyMinutes: number },
): { measurement: PostMetrics; delta: MetricsDelta } {
  const { delta: deltas, merged } = metricsDelta(before.totals, totals);
  const now = formatInstant(at.nowMs);
  return {
    measurement: {
      ...before,
      totals: merged,
      ...(typeof totals.interactions === 'number' ? { interactions: totals.interactions } : {}),
      measured_at: now,
      due_at: nextPollAt(before.published_at, at.nowMs, at.everyMinutes),
    },
    delta: {
      ...pick(before, 'workspace_id', 'content_id', 'platform', 'account_id'),
      at: now,
      posts: before.measured_at === null ? 1 : 0,
      deltas,
    },
  };
}
