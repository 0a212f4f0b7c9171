import {
  type CredentialsResult,
  confirmToken,
  getCredentials,
} from '../../accounts/credentials/account-credentials.ts';
import type { Account } from '../../accounts/rules/account.ts';
import { nextMonthMs } from '../../accounts/rules/metrics-budget.ts';
import { metricsScheduleOf, readPriceMicroUsd, toUsd } from '../../accounts/rules/metrics-schedule.ts';
import { pollingPauseUpdate } from '../../accounts/store/accounts.ts';
import { settings } from '../../core/config/settings.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { log } from '../../core/observability/log.ts';
import { pollBackoffUntil } from '../../core/retry/back-off.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import { readableRecords } from '../../core/stream/batches.ts';
import { commitUpdate } from '../../core/table/attribute-update.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { PUBLISHERS, publisherOf } from '../../platforms/adapters.ts';
import { MetricsUnavailableError } from '../../platforms/kit/http/metrics.ts';
import type { PlatformMetrics } from '../../platforms/kit/publisher.ts';
import type { Platform } from '../../platforms/platform.ts';
import { countOperatorError, getPlatformConnection } from '../../publishing/steps/platform-connection.ts';
import { nextPollAt, type PollTime, pollAfterBudgetAt, repeatPollAt } from '../rules/poll-schedule.ts';
import { applyMissing, applyPoll, isFirstPollOfUtcDay, type PostMetrics } from '../rules/post-metrics.ts';
import { loadPostMetrics, postMetricsKeys, postMetricsWrite } from '../store/post-metrics.ts';
import { type Reservation, releaseReads, reservePolls } from './reserve-reads.ts';
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
  const fetched = await fetchMetrics(message, posts, nowMs);
  const account = fetched.access?.state === 'usable' ? fetched.access.account : null;
  const schedule = metricsScheduleOf(account ?? { id: message.account_id, platform });
  // A poll also reads the comments of the account where no webhook reports them.
  const longest = PUBLISHERS[platform].engagements === undefined ? {} : { longestPauseMs: DAY_MS };
  const time: PollTime = { schedule, nowMs, everyMinutes: settings().metricPollEveryMinutes, ...longest };
  const byPost = new Map(fetched.found.map((metrics) => [metrics.platformPostId, metrics]));
  const [polls, unanswered]: [Poll[], PostMetrics[]] = [[], []];
  for (const post of posts) {
    const totals = post.platform_post_id === null ? undefined : byPost.get(post.platform_post_id);
    if (totals) polls.push({ post, ...applyPoll(post, withoutId(totals), time) });
    else unanswered.push(post);
  }
  const { saved, failures } = await savePolls(polls);
  for (const post of unanswered) {
    await tryCommit([postMetricsWrite(post, applyNoMetrics(post, fetched, time))]).catch((error) =>
      failures.push(error),
    );
  }
  if (polls.length > 0) emitMetric('MetricPolls', polls.length, platform);
  // A platform charges a post once per UTC day, for the poll that was saved.
  if (account && readPriceMicroUsd(account) > 0) {
    const charged = saved.filter((post) => isFirstPollOfUtcDay(post, nowMs)).length;
    const { reads = 0, isLimited = false } = fetched.reservation ?? {};
    await releaseReads(account, { reads: reads - charged, isLimited }, nowMs).catch((error) => failures.push(error));
    if (polls.length > 0) emitMetric('PlatformReadCostUsd', toUsd(readPriceMicroUsd(account) * charged), platform);
  }
  if (failures.length > 0) throw failures[0];
  return fetched.access;
}

function withoutId({ platformPostId: _, ...totals }: PlatformMetrics): Omit<PlatformMetrics, 'platformPostId'> {
  return totals;
}

/** The result of one request for metrics. */
interface Fetched {
  found: PlatformMetrics[];
  access: CredentialsResult | null;
  /** The platform has answered: a post that it has not returned does not exist there. */
  isAnswered: boolean;
  /** When the platform accepts requests again; null if it does now. */
  pausedUntil: string | null;
  /** Null when nothing was requested. */
  reservation: Reservation | null;
}

const NOTHING: Fetched = { found: [], access: null, isAnswered: false, pausedUntil: null, reservation: null };

/** Request the metrics of posts of one account, as far as its schedule and its budget allow. */
async function fetchMetrics(
  { workspace_id, platform, account_id }: PollMessage,
  posts: PostMetrics[],
  nowMs: number,
): Promise<Fetched> {
  let [access, reservation]: [CredentialsResult | null, Reservation | null] = [null, null];
  try {
    access = await getCredentials(workspace_id, account_id);
    if (access.state !== 'usable') return { ...NOTHING, access };
    const { account, credentials } = access;
    if (metricsScheduleOf(account) === 'off') return { ...NOTHING, access };
    const pausedUntil = account.polling_paused_until;
    if (pausedUntil !== undefined && Date.parse(pausedUntil) > nowMs) return { ...NOTHING, pausedUntil, access };
    reservation = await reservePolls(account, posts, nowMs);
    const ids = reservation.posts.flatMap((post) => post.platform_post_id ?? []);
    if (ids.length === 0) return { ...NOTHING, access, reservation };
    const connection = getPlatformConnection(account, POLL_DEADLINE_MS);
    const read = async () => (await publisherOf(account).metrics?.(ids, credentials, connection)) ?? [];
    const found = await requestUnlessStalled(platform, read);
    if (found === undefined) return { ...NOTHING, access, reservation };
    await confirmToken(account);
    return { found, access, isAnswered: true, pausedUntil: null, reservation };
  } catch (error) {
    log.warn('platform rejected metric poll', { workspace_id, platform, account_id, error: error as Error });
    if (!(error instanceof MetricsUnavailableError) || access?.state !== 'usable')
      return { ...NOTHING, access, reservation };
    const { cause, retryAfterSeconds, found } = error;
    countOperatorError(cause, platform);
    const pausedUntil = pollBackoffUntil({ ...cause, retryAfterSeconds }, Date.now());
    // The limit applies to all posts of the account.
    if (pausedUntil !== null) await pausePolling(access.account, pausedUntil);
    return { found, access, isAnswered: false, pausedUntil, reservation };
  }
}

/** Return a post after a poll without metrics of it. */
function applyNoMetrics(
  post: PostMetrics,
  { isAnswered, pausedUntil, reservation }: Fetched,
  time: PollTime,
): PostMetrics {
  if (reservation?.leftOut.includes(post)) {
    return { ...post, due_at: pollAfterBudgetAt(post.published_at, nextMonthMs(time.nowMs), time.nowMs) };
  }
  if (isAnswered) return applyMissing(post, time);
  return { ...post, due_at: time.schedule === 'off' ? nextPollAt(post, time) : repeatPollAt(post, pausedUntil, time) };
}

/** Pause the polls of an account, unless it was deleted concurrently. */
async function pausePolling(account: Account, until: string): Promise<void> {
  try {
    await commitUpdate(pollingPauseUpdate(account, until));
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}
