import { randomBytes } from 'node:crypto';
import { type UsableAccount, usableAccount } from '../accounts/usable-account.ts';
import type { Account } from '../domain/account.ts';
import { makeId } from '../domain/id.ts';
import {
  heldUntil,
  isFirstOfDay,
  type Measurement,
  postponed,
  READ_DOLLARS,
  withReading,
} from '../domain/measurement.ts';
import type { Platform } from '../domain/platform.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { ReadingRefused } from '../publishers/metrics.ts';
import type { PostMetrics } from '../publishers/publisher.ts';
import { PUBLISHERS } from '../publishers/publishers.ts';
import { settings } from '../settings.ts';
import { accountWrite } from '../table/account.ts';
import { commitOnce } from '../table/commit.ts';
import {
  loadMeasurements,
  measurementKeys,
  measurementWrite,
  observationWrite,
} from '../table/measurement.ts';
import { countBlocked } from './blocked.ts';
import { connectionTo } from './connection.ts';

const READ_DEADLINE_MS = 10_000;

/** What the reading queue carries: posts of one account, by the ids of their measurements. */
export interface ReadingMessage {
  workspace_id: string;
  platform: Platform;
  ids: string[];
}

/**
 * Reads the numbers of those of the posts that are due, as their platform reports them. Each is written under the
 * version it was read at: of two readings of a post at once the first to be written counts, and a late one never
 * undoes a newer one.
 */
export async function readPosts({ workspace_id, platform, ids }: ReadingMessage): Promise<void> {
  const { records, unreadable } = await loadMeasurements(measurementKeys(workspace_id, ids));
  if (unreadable > 0) log.error('measurements of a newer schema were left alone', { unreadable });
  const nowMs = Date.now();
  const now = new Date(nowMs).toISOString();
  const posts = records.filter(({ due_at }) => due_at !== null && due_at <= now);
  if (posts.length === 0) return;
  const { found, held } = await ask(workspace_id, platform, posts, nowMs);
  const byPost = new Map(found.map((reading) => [reading.platformPostId, reading]));
  const written: Measurement[] = [];
  const failures: unknown[] = [];
  for (const post of posts) {
    try {
      if (await record(post, byPost.get(post.platform_post_id), held, nowMs)) written.push(post);
    } catch (error) {
      // One that cannot be written down must not keep those after it from being.
      failures.push(error);
    }
  }
  const isRead = (post: Measurement) => byPost.has(post.platform_post_id);
  count(platform, posts.filter(isRead), written.filter(isRead), nowMs);
  if (failures.length > 0) throw failures[0];
}

/** What the platform says of posts of one account, and until when it is to be left alone. */
async function ask(
  workspaceId: string,
  platform: Platform,
  posts: Measurement[],
  nowMs: number,
): Promise<{ found: PostMetrics[]; held: string | null }> {
  let usable: UsableAccount | undefined;
  try {
    usable = await usableAccount(workspaceId, platform);
    if (usable.state !== 'usable') return { found: [], held: null };
    const held = usable.account.readings_held_until;
    if (held !== undefined && Date.parse(held) > nowMs) return { found: [], held };
    const ids = posts.map((post) => post.platform_post_id);
    const connection = connectionTo(platform, READ_DEADLINE_MS);
    return { found: await PUBLISHERS[platform].metrics(ids, usable.credentials, connection), held: null };
  } catch (error) {
    log.warn('numbers not read', { workspace_id: workspaceId, platform, error: error as Error });
    if (!(error instanceof ReadingRefused) || usable?.state !== 'usable') return { found: [], held: null };
    const { cause, retryAfterSeconds, found } = error;
    countBlocked(cause, platform);
    const held = heldUntil({ ...cause, retryAfterSeconds }, Date.now());
    if (held !== null) await hold(usable.account, held);
    return { found, held };
  }
}

/** The account's other posts, due later, meet the same limit: so the account says it. */
async function hold(account: Account, until: string): Promise<void> {
  // When somebody else changed the account, the next reading meets the limit once more and says it again.
  await commitOnce([accountWrite(account, { ...account, readings_held_until: until })]);
}

/** Answers whether it was written; not when another reading came first. */
async function record(
  post: Measurement,
  reading: PostMetrics | undefined,
  held: string | null,
  nowMs: number,
): Promise<boolean> {
  const everyMinutes = settings().collectEveryMinutes;
  if (!reading) return commitOnce([measurementWrite(post, postponed(post, held, nowMs, everyMinutes))]);
  const { platformPostId: _, ...totals } = reading;
  const observationId = makeId('observation', nowMs, randomBytes(10));
  const { measurement, observation } = withReading(post, totals, { nowMs, observationId, everyMinutes });
  return commitOnce([measurementWrite(post, measurement), observationWrite(null, observation)]);
}

/**
 * Counts what was read, and what the platform asks for it. Of two readings at once it asks for one: the one that
 * was written down pays, so that the next knows of it.
 */
function count(platform: Platform, read: Measurement[], written: Measurement[], nowMs: number): void {
  if (read.length === 0) return;
  measure('PostsRead', read.length, platform);
  if (READ_DOLLARS[platform] === 0) return;
  const paid = written.filter((post) => isFirstOfDay(post, nowMs));
  measure('ReadDollars', READ_DOLLARS[platform] * paid.length, platform);
}
