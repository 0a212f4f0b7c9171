import type { MetricsSchedule } from '../../accounts/rules/metrics-schedule.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { PLATFORM_TABLE, type Platform } from '../../platforms/platforms.ts';
import { type Metrics, metricsDelta, NO_METRICS } from './metrics.ts';
import { firstPollAt, nextPollAt, type PollTime } from './poll-schedule.ts';
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
  /** How many polls in a row have changed nothing. Absent after one that has, and after a new engagement. */
  unchanged_polls?: number;
  due_at: string | null; // Time of the next poll; null after the last one.
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

/** Create the metrics of a new post, polled by the schedule of its account if the platform reports metrics of it. */
export function newPostMetrics(entry: PublishedEntry, text: string, schedule: MetricsSchedule): PostMetrics {
  const { platform, account_id, platform_post_id } = entry;
  const isPolled = account_id !== null && platform_post_id !== null && PLATFORM_TABLE[platform].metrics !== undefined;
  return {
    ...pick(entry, 'id', 'workspace_id', 'content_id', 'platform', 'account_id', 'platform_post_id'),
    published_at: entry.published_at!,
    hashtags: hashtagsOf(text),
    totals: NO_METRICS,
    measured_at: null,
    due_at: isPolled ? firstPollAt(entry.published_at!, schedule) : null,
    version: 0,
  };
}

/** Return whether a poll is the first of its post in this UTC day: X charges once a day. */
export function isFirstPollOfUtcDay(before: PostMetrics, nowMs: number): boolean {
  return before.measured_at === null || dayOf(new Date(before.measured_at)) !== dayOf(new Date(nowMs));
}

/**
 * Return a post after a poll that the platform has answered without it. The pause grows with the next such poll, as if
 * nothing had changed: a post may be missing once, and one that was deleted stays so.
 */
export function applyMissing(before: PostMetrics, at: PollTime): PostMetrics {
  const { unchanged_polls: unchanged = 0 } = before;
  return { ...before, unchanged_polls: unchanged + 1, due_at: nextPollAt(before, at, unchanged) };
}

/**
 * Return a post that has a new engagement: it is polled after its usual pause. Null if its next poll is no later, and after
 * its last poll.
 */
export function applyEngagement(before: PostMetrics, at: PollTime): PostMetrics | null {
  const { unchanged_polls, ...rest } = before;
  const due_at = nextPollAt(before, at);
  if (unchanged_polls === undefined || before.due_at === null || due_at === null || due_at >= before.due_at)
    return null;
  return { ...rest, due_at };
}

/** Apply the totals of one poll: return the updated post metrics and the difference. */
export function applyPoll(
  before: PostMetrics,
  totals: Metrics & { interactions?: number | null },
  at: PollTime,
): { measurement: PostMetrics; delta: MetricsDelta } {
  const { delta: deltas, merged } = metricsDelta(before.totals, totals);
  const now = formatInstant(at.nowMs);
  const { unchanged_polls: unchangedBefore = 0, ...rest } = before;
  const isUnchanged = before.measured_at !== null && Object.values(deltas).every((delta) => !delta);
  const unchanged = isUnchanged ? unchangedBefore + 1 : 0;
  return {
    measurement: {
      ...rest,
      totals: merged,
      ...(typeof totals.interactions === 'number' ? { interactions: totals.interactions } : {}),
      measured_at: now,
      ...(isUnchanged ? { unchanged_polls: unchanged } : {}),
      due_at: nextPollAt(before, at, unchanged),
    },
    delta: {
      ...pick(before, 'workspace_id', 'content_id', 'platform', 'account_id'),
      at: now,
      posts: before.measured_at === null ? 1 : 0,
      deltas,
    },
  };
}
