import {
  type CredentialsResult,
  confirmToken,
  getCredentials,
} from '../../accounts/credentials/account-credentials.ts';
import type { Account } from '../../accounts/rules/account.ts';
import { pollingPauseUpdate } from '../../accounts/store/accounts.ts';
import { publisherOf } from '../../adapters/adapters.ts';
import { MetricsUnavailableError } from '../../adapters/kit/http/metrics.ts';
import type { PlatformMetrics } from '../../adapters/kit/publisher.ts';
import { settings } from '../../core/config/settings.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { log } from '../../core/observability/log.ts';
import { pollBackoffUntil } from '../../core/retry/back-off.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import { readableRecords } from '../../core/stream/batches.ts';
import { commitUpdate } from '../../core/table/attribute-update.ts';
import { tryCommit } from '../../core/table/commit.ts';
import type { Platform } from '../../platforms/facts/platform.ts';
import { PLATFORM_TABLE } from '../../platforms/facts/platforms.ts';
import { countOperatorError, getPlatformConnection } from '../../publishing/steps/platform-connection.ts';
import { applyPoll, isFirstPollOfUtcDay, type PostMetrics, reschedulePoll } from '../rules/post-metrics.ts';
import { loadPostMetrics, postMetricsKeys, postMetricsWrite } from '../store/post-metrics.ts';
import { type Poll, savePolls } from './save-polls.ts';
import { requestUnlessStalled } from './unresponsive-hosts.ts';

const POLL_DEADLINE_MS = 10_000;

/** A message of the metric poll queue: posts of one account, by the ids of their metrics. */
export type PollMessage = { workspace_id: string; platform: Platform; account_id: string; ids: string[] };

/**
 * Poll the metrics of the posts that are due, and add the differences to their sums. Each result is saved on the condition
 * that the post is unchanged: of two concurrent polls the first one counts, and a late one never overwrites a newer one.
 *
 * @returns the account as it was read; null when it was not, because no post is due.
 */
export async function pollPostMetrics(message: PollMessage): Promise<CredentialsResult | null> {
  const { workspace_id, platform, ids } = message;
  const records = readableRecords('PostMetrics', await loadPostMetrics(postMetricsKeys(workspace_id, ids)));
  const nowMs = Date.now();
  const now = new Date(nowMs).toISOString();
  const posts = records.filter(({ due_at }) => due_at !== null && due_at <= now);
  if (posts.length === 0) return null;
  const { found, pausedUntil, access } = await fetchMetrics(message, posts, nowMs);
  const byPost = new Map(found.map((metrics) => [metrics.platformPostId, metrics]));
  const everyMinutes = settings().metricPollEveryMinutes;
  const [polls, unanswered]: [Poll[], PostMetrics[]] = [[], []];
  for (const post of posts) {
    const totals = post.platform_post_id === null ? undefined : byPost.get(post.platform_post_id);
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
  return access;
}

function withoutId({ platformPostId: _, ...totals }: PlatformMetrics): Omit<PlatformMetrics, 'platformPostId'> {
  return totals;
}

/** The result of one request for metrics. `pausedUntil`: when the platform accepts requests again. */
type Fetched = { found: PlatformMetrics[]; pausedUntil: string | null; access: CredentialsResult | null };

/** Request the metrics of posts of one account. */
async function fetchMetrics(
  { workspace_id, platform, account_id }: PollMessage,
  posts: PostMetrics[],
  nowMs: number,
): Promise<Fetched> {
  let access: CredentialsResult | null = null;
  try {
    access = await getCredentials(workspace_id, account_id);
    if (access.state !== 'usable') return { found: [], pausedUntil: null, access };
    const { account, credentials } = access;
    const pausedUntil = account.polling_paused_until;
    if (pausedUntil !== undefined && Date.parse(pausedUntil) > nowMs) return { found: [], pausedUntil, access };
    const ids = posts.flatMap((post) => post.platform_post_id ?? []);
    const connection = getPlatformConnection(account, POLL_DEADLINE_MS);
    const read = async () => (await publisherOf(account).metrics?.(ids, credentials, connection)) ?? [];
    const found = await requestUnlessStalled(platform, read);
    if (found === undefined) return { found: [], pausedUntil: null, access };
    await confirmToken(account);
    return { found, pausedUntil: null, access };
  } catch (error) {
    log.warn('platform rejected metric poll', { workspace_id, platform, account_id, error: error as Error });
    if (!(error instanceof MetricsUnavailableError) || access?.state !== 'usable')
      return { found: [], pausedUntil: null, access };
    const { cause, retryAfterSeconds, found } = error;
    countOperatorError(cause, platform);
    const pausedUntil = pollBackoffUntil({ ...cause, retryAfterSeconds }, Date.now());
    // The limit applies to all posts of the account.
    if (pausedUntil !== null) await pausePolling(access.account, pausedUntil);
    return { found, pausedUntil, access };
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
