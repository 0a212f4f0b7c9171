import type { EntryStatus } from '../../../lib/content/rules/schedule-entry.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import type { ScheduledPost } from './schedule-posts.ts';

/** An entry as `GET /schedule` shows it. */
export interface ListedEntry {
  id: string;
  status: EntryStatus;
  platform_post_id: string | null;
  error: object | null;
}

/** A post that really came into being, as `GET /_simulator/posts` shows it. */
export interface LivePost {
  platform: Platform;
  id: string;
  text: string;
  /** RFC 3339. */
  at: string;
}

/** The outcomes of the scheduled posts. The lists name the posts with errors and are empty without any. */
export interface OutcomeReport {
  posts: number;
  /** How many entries the service says are in each status. */
  byStatus: Partial<Record<EntryStatus, number>>;
  /** Posts that are live, once or more often. */
  live: number;
  duplicates: string[];
  /** Live before their time. */
  early: string[];
  /** Posts of which the service says nothing, or something that the platform contradicts. */
  discrepancies: string[];
  /** Of each live post, from its time to its first appearance, in milliseconds, ascending. */
  latenessMs: number[];
}

/** Compare the reported status of the scheduled posts with the live posts, both read at the same time. */
export function compareOutcomes(asked: ScheduledPost[], entries: ListedEntry[], live: LivePost[]): OutcomeReport {
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  const postsOf = Map.groupBy(live, keyOf);
  const result: OutcomeReport = {
    posts: asked.length,
    byStatus: {},
    live: 0,
    duplicates: [],
    early: [],
    discrepancies: [],
    latenessMs: [],
  };
  for (const post of asked) {
    const entry = entryOf.get(post.entryId);
    const found = postsOf.get(keyOf(post)) ?? [];
    const name = `${post.entryId} on ${post.platform}`;
    if (entry) result.byStatus[entry.status] = (result.byStatus[entry.status] ?? 0) + 1;
    const objection = findDiscrepancy(entry, found);
    if (objection) result.discrepancies.push(`${name}: ${objection}`);
    if (found.length > 1) result.duplicates.push(`${name}: ${found.map(({ id }) => id).join(', ')}`);
    const times = found.map(({ at }) => Date.parse(at));
    if (times.length === 0) continue;
    const latenessMs = Math.min(...times) - post.scheduledMs;
    result.live += 1;
    result.latenessMs.push(latenessMs);
    if (latenessMs < 0) result.early.push(`${name}: by ${-latenessMs} ms`);
  }
  result.latenessMs.sort((a, b) => a - b);
  return result;
}

function keyOf({ platform, text }: { platform: Platform; text: string }): string {
  return `${platform} ${text}`;
}

/** Return the discrepancy between an entry and its live posts; null without one. */
function findDiscrepancy(entry: ListedEntry | undefined, live: LivePost[]): string | null {
  if (!entry) return 'is not in the schedule';
  const { status, platform_post_id, error } = entry;
  switch (status) {
    case 'published':
      if (live.length === 0) return 'is published and not live';
      // Null is a post that a caller confirmed without its id.
      if (platform_post_id === null || live.some(({ id }) => id === platform_post_id)) return null;
      return `is published as ${platform_post_id}, which is not live`;
    case 'unconfirmed':
      return null;
    case 'publishing':
      return 'is still being published';
    case 'pending':
      if (error === null) return 'was not tried';
      return live.length === 0 ? null : 'is to be tried again and is live';
    case 'partially_published':
      return 'is interrupted, and no post of the benchmark is a thread';
    case 'failed':
    case 'cancelled':
      return live.length === 0 ? null : `is ${status} and live`;
  }
}
