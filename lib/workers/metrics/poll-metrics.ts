import { settings } from '../../config/settings.ts';
import { type CredentialsResult, confirmToken, getCredentials } from '../../connected-accounts/account-credentials.ts';
import type { Account } from '../../domain/accounts/account.ts';
import {
  applyPoll,
  isFirstPollOfUtcDay,
  type PostMetrics,
  pollBackoffUntil,
  reschedulePoll,
} from '../../domain/analytics/post-metrics.ts';
import type { Platform } from '../../domain/platform.ts';
import { emitMetric } from '../../observability/emit-metric.ts';
import { log } from '../../observability/log.ts';
import { PUBLISHERS } from '../../platforms/adapters.ts';
import { MetricsUnavailableError } from '../../platforms/metrics.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import type { PlatformMetrics } from '../../platforms/publisher.ts';
import { pollingPauseUpdate } from '../../table/accounts.ts';
import { commitUpdate } from '../../table/attribute-update.ts';
import { tryCommit } from '../../table/commit.ts';
import { ConflictError } from '../../table/conflict.ts';
import { loadPostMetrics, postMetricsKeys, postMetricsWrite } from '../../table/post-metrics.ts';
import { readableRecords } from '../batches.ts';
import { countOperatorError, getPlatformConnection } from '../platform-connection.ts';
import { type Poll, savePolls } from './save-polls.ts';

const POLL_DEADLINE_MS = 10_000;

/** A message of the metric poll queue: posts of one account, by the ids of their metrics. */
export type PollMessage = { workspace_id: string; platform: Platform; ids: string[] };

/**
 * Poll the metrics of the posts that are due, and add the differences to their sums. Each result is saved on the condition
 * that the post is unchanged: of two concurrent polls the first one counts, and a late one never overwrites a newer one.
 */
export async function pollPostMetrics({ workspace_id, platform, ids }: PollMessage): Promise<void> {
  const records = readableRecords('PostMetrics', await loadPostMetrics(postMetricsKeys(workspace_id, ids)));
  const nowMs = Date.now();
  const now = new Date(nowMs).toISOString();
  const posts = records.filter(({ due_at }) => due_at !== null && due_at <= now);
  if (posts.length === 0) return;
  const { found, pausedUntil } = await fetchMetrics(workspace_id, platform, posts, nowMs);
  const byPost = new Map(found.map((metrics) => [metrics.platformPostId, metrics]));
  const everyMinutes = settings().metricPollEveryMinutes;
  const [polls, unanswered]: [Poll[], PostMetrics[]] = [[], []];
  for (const post of posts) {
    const totals = byPost.get(post.platform_post_id);
    if (totals) polls.push({ post, ...applyPoll(post, withoutId(totals), { nowMs, everyMinutes }) });
    else unanswered.push(post);
  }
  const { saved, failures } = await savePolls(polls);
  for (const post of unanswered) {
    const next = reschedulePoll(post, pausedUntil, nowMs, everyMinutes);
    await tryCommit([postMetricsWrite(post, next)]).catch((error) => failures.push(error));
  }
  emitPollMetrics(platform, polls.length, saved, nowMs);
  if (failures.length > 0) throw failures[0];
}

function withoutId({ platformPostId: _, ...totals }: PlatformMetrics): Omit<PlatformMetrics, 'platformPostId'> {
  return totals;
}

/** Request the metrics of posts of one account. `pausedUntil`: when the platform accepts requests again. */
async function fetchMetrics(
  workspaceId: string,
  platform: Platform,
  posts: PostMetrics[],
  nowMs: number,
): Promise<{ found: PlatformMetrics[]; pausedUntil: string | null }> {
  let account: CredentialsResult | undefined;
  try {
    account = await getCredentials(workspaceId, platform);
    if (account.state !== 'usable') return { found: [], pausedUntil: null };
    const pausedUntil = account.account.polling_paused_until;
    if (pausedUntil !== undefined && Date.parse(pausedUntil) > nowMs) return { found: [], pausedUntil };
    const ids = posts.map((post) => post.platform_post_id);
    const connection = getPlatformConnection(platform, POLL_DEADLINE_MS, account.credentials);
    const found = (await PUBLISHERS[platform].metrics?.(ids, account.credentials, connection)) ?? [];
    await confirmToken(account.account);
    return { found, pausedUntil: null };
  } catch (error) {
    log.warn('platform rejected metric poll', { workspace_id: workspaceId, platform, error: error as Error });
    if (!(error instanceof MetricsUnavailableError) || account?.state !== 'usable')
      return { found: [], pausedUntil: null };
    const { cause, retryAfterSeconds, found } = error;
    countOperatorError(cause, platform);
    const pausedUntil = pollBackoffUntil({ ...cause, retryAfterSeconds }, Date.now());
    // The limit applies to all posts of the account.
    if (pausedUntil !== null) await pausePolling(account.account, pausedUntil);
    return { found, pausedUntil };
  }
}

/** Pause the polls of an account, unless it was deleted concurrently. */
async function pausePolling(account: Account, until: string): Promise<void> {
  try {
    await commitUpdate(pollingPauseUpdate(account, until));
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}

/** Count the polls and their cost: a platform charges each post once per UTC day, for the poll that was saved. */
function emitPollMetrics(platform: Platform, polled: number, saved: PostMetrics[], nowMs: number): void {
  if (polled === 0) return;
  emitMetric('MetricPolls', polled, platform);
  const { pollCostUsd = 0 } = PLATFORM_TABLE[platform].metrics ?? {};
  if (pollCostUsd === 0) return;
  const charged = saved.filter((post) => isFirstPollOfUtcDay(post, nowMs));
  emitMetric('PlatformReadCostUsd', pollCostUsd * charged.length, platform);
}
