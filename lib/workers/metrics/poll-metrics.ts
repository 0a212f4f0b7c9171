import { randomBytes } from 'node:crypto';
import { settings } from '../../config/settings.ts';
import { type CredentialsResult, getCredentials } from '../../connected-accounts/account-credentials.ts';
import type { Account } from '../../domain/accounts/account.ts';
import {
  applyPoll,
  isFirstPollOfUtcDay,
  POLL_COST_USD,
  type PostMetrics,
  pollBackoffUntil,
  reschedulePoll,
} from '../../domain/analytics/post-metrics.ts';
import { makeId } from '../../domain/id.ts';
import type { Platform } from '../../domain/platform.ts';
import { emitMetric } from '../../observability/emit-metric.ts';
import { log } from '../../observability/log.ts';
import { MetricsUnavailableError } from '../../platforms/metrics.ts';
import { PUBLISHERS } from '../../platforms/platforms.ts';
import type { PlatformMetrics } from '../../platforms/publisher.ts';
import { accountWrite } from '../../table/accounts.ts';
import { tryCommit } from '../../table/commit.ts';
import {
  loadPostMetrics,
  metricsDeltaWrite,
  postMetricsKeys,
  postMetricsWrite,
} from '../../table/post-metrics.ts';
import { countOperatorError } from '../operator-errors.ts';
import { getPlatformConnection } from '../platform-connection.ts';

const POLL_DEADLINE_MS = 10_000;

/** What the reading queue carries: posts of one account, by the ids of their measurements. */
export interface PollMessage {
  workspace_id: string;
  platform: Platform;
  ids: string[];
}

/**
 * Reads the numbers of those of the posts that are due, as their platform reports them. Each is written under the
 * version it was read at: of two readings of a post at once the first to be written counts, and a late one never
 * undoes a newer one.
 */
export async function pollPostMetrics({ workspace_id, platform, ids }: PollMessage): Promise<void> {
  const { records, skipped } = await loadPostMetrics(postMetricsKeys(workspace_id, ids));
  if (skipped > 0) log.error('skipped items with newer schema', { entity: 'PostMetrics', skipped });
  const nowMs = Date.now();
  const now = new Date(nowMs).toISOString();
  const posts = records.filter(({ due_at }) => due_at !== null && due_at <= now);
  if (posts.length === 0) return;
  const { found, held } = await fetchMetrics(workspace_id, platform, posts, nowMs);
  const byPost = new Map(found.map((reading) => [reading.platformPostId, reading]));
  const written: PostMetrics[] = [];
  const failures: unknown[] = [];
  for (const post of posts) {
    try {
      if (await savePoll(post, byPost.get(post.platform_post_id), held, nowMs)) written.push(post);
    } catch (error) {
      // One that cannot be written down must not keep those after it from being.
      failures.push(error);
    }
  }
  const isRead = (post: PostMetrics) => byPost.has(post.platform_post_id);
  emitPollMetrics(platform, posts.filter(isRead), written.filter(isRead), nowMs);
  if (failures.length > 0) throw failures[0];
}

/** What the platform says of posts of one account, and until when it is to be left alone. */
async function fetchMetrics(
  workspaceId: string,
  platform: Platform,
  posts: PostMetrics[],
  nowMs: number,
): Promise<{ found: PlatformMetrics[]; held: string | null }> {
  let usable: CredentialsResult | undefined;
  try {
    usable = await getCredentials(workspaceId, platform);
    if (usable.state !== 'usable') return { found: [], held: null };
    const held = usable.account.polling_paused_until;
    if (held !== undefined && Date.parse(held) > nowMs) return { found: [], held };
    const ids = posts.map((post) => post.platform_post_id);
    const connection = getPlatformConnection(platform, POLL_DEADLINE_MS);
    return { found: await PUBLISHERS[platform].metrics(ids, usable.credentials, connection), held: null };
  } catch (error) {
    log.warn('platform rejected metric poll', { workspace_id: workspaceId, platform, error: error as Error });
    if (!(error instanceof MetricsUnavailableError) || usable?.state !== 'usable')
      return { found: [], held: null };
    const { cause, retryAfterSeconds, found } = error;
    countOperatorError(cause, platform);
    const held = pollBackoffUntil({ ...cause, retryAfterSeconds }, Date.now());
    if (held !== null) await pausePolling(usable.account, held);
    return { found, held };
  }
}

/** The account's other posts, due later, meet the same limit: so the account says it. */
async function pausePolling(account: Account, until: string): Promise<void> {
  // When somebody else changed the account, the next reading meets the limit once more and says it again.
  await tryCommit([accountWrite(account, { ...account, polling_paused_until: until })]);
}

/** Answers whether it was written; not when another reading came first. */
async function savePoll(
  post: PostMetrics,
  reading: PlatformMetrics | undefined,
  held: string | null,
  nowMs: number,
): Promise<boolean> {
  const everyMinutes = settings().metricPollEveryMinutes;
  if (!reading) return tryCommit([postMetricsWrite(post, reschedulePoll(post, held, nowMs, everyMinutes))]);
  const { platformPostId: _, ...totals } = reading;
  const observationId = makeId('observation', nowMs, randomBytes(10));
  const { measurement, observation } = applyPoll(post, totals, { nowMs, observationId, everyMinutes });
  return tryCommit([postMetricsWrite(post, measurement), metricsDeltaWrite(null, observation)]);
}

/**
 * Counts what was read, and what the platform asks for it. Of two readings at once it asks for one: the one that
 * was written down pays, so that the next knows of it.
 */
function emitPollMetrics(
  platform: Platform,
  read: PostMetrics[],
  written: PostMetrics[],
  nowMs: number,
): void {
  if (read.length === 0) return;
  emitMetric('MetricPolls', read.length, platform);
  if (POLL_COST_USD[platform] === 0) return;
  const paid = written.filter((post) => isFirstPollOfUtcDay(post, nowMs));
  emitMetric('PlatformReadCostUsd', POLL_COST_USD[platform] * paid.length, platform);
}
