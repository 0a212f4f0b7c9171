import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import { settings } from '../../core/config/settings.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { splitIntoTransactions } from '../../core/stream/transactions.ts';
import { commit, type Increment, mergeIncrements } from '../../core/table/commit.ts';
import { type Engagement, METRIC_BY_KIND } from '../rules/engagement-ingestion.ts';
import { isReportedInWindow, MINUTE_MS, windowStartMs } from '../rules/engagement-window.ts';
import { NO_METRICS } from '../rules/metrics.ts';
import { termsOf } from '../rules/terms.ts';
import { engagementWindowIncrement } from '../store/engagement-windows.ts';
import { engagementWrite, loadEngagements } from '../store/engagements.ts';
import { bucketWrites } from '../store/metric-buckets.ts';
import { countTerms } from './count-terms.ts';
import { resumePolls } from './resume-polls.ts';

// A transaction is limited to 100 writes and 4 MB. Fifty engagements with the longest text are 2 MB.
const MAX_TRANSACTION_ITEMS = 50;

/** Emits the events of new engagements of one workspace. */
type EmitEvents = (workspaceId: string, engagements: Engagement[]) => Promise<void>;

/**
 * Emit the events of new engagements, count their terms, let their posts be polled and add them to their sums. The engagements of a workspace
 * change the same items, so they share transactions. Returns the error of each engagement that failed.
 */
export async function onEngagementsCreated(
  engagements: Engagement[],
  emitEvents: EmitEvents,
): Promise<Map<Engagement, unknown>> {
  const failures = new Map<Engagement, unknown>();
  const attempt = async (group: Engagement[], act: (group: Engagement[]) => Promise<void>) => {
    try {
      await act(group);
    } catch (error) {
      for (const engagement of group) failures.set(engagement, error);
    }
  };
  const forEachGroup = async (key: (each: Engagement) => string, act: (group: Engagement[]) => Promise<void>) => {
    const succeeding = engagements.filter((each) => !each.is_aggregated && !failures.has(each));
    await Promise.all([...Map.groupBy(succeeding, key).values()].map(act));
  };
  const byWorkspace = (each: Engagement) => each.workspace_id;
  const byRequest = (each: Engagement) => `${each.workspace_id}\n${each.received_at}`;
  const emit = (group: Engagement[]) => emitEvents(group[0]!.workspace_id, group);
  await forEachGroup(byRequest, (group) => attempt(group, emit));
  await forEachGroup(byWorkspace, (group) => attempt(group, countEngagementTerms));
  await forEachGroup(byWorkspace, (group) => attempt(group, () => resumePolls(group[0]!.workspace_id, group)));
  await forEachGroup(byWorkspace, async (group) => {
    const parts = splitIntoTransactions(group, (each) => toIncrements(each, 0), MAX_TRANSACTION_ITEMS);
    for (const part of parts) await attempt(part, aggregate);
  });
  return failures;
}

/** Count the terms of the comments and mentions of one workspace for the posts they belong to. */
async function countEngagementTerms(engagements: Engagement[]): Promise<void> {
  const texts = engagements.flatMap(({ kind, text, content_id, platform, account_id, occurred_at }) =>
    // Terms are counted per post, so a mention outside the workspace's posts does not count.
    text !== null &&
    content_id !== null &&
    !isSandboxAccountId(account_id) &&
    (kind === 'comment' || kind === 'mention')
      ? [{ content_id, platform, terms: termsOf(text), at: occurred_at }]
      : [],
  );
  await countTerms(engagements[0]!.workspace_id, texts);
}

/**
 * Add engagements to their sums and mark them as aggregated, in one transaction, so that a redelivery adds
 * nothing. A conflict means that some are aggregated already or that their window has closed: reloads them and
 * retries with the remaining ones, in a later window if necessary.
 */
async function aggregate(engagements: Engagement[]): Promise<void> {
  let left = engagements;
  let sinceMs = windowStartMs(Date.now());
  await retryOnConflict(RETRY_POLICIES.engagements, async (attempt) => {
    if (attempt > 1) {
      const now = (await loadEngagements(left)).filter((each) => each !== null);
      const open = now.filter((each) => !each.is_aggregated);
      // The sweep changes the version of an engagement that waits for long.
      const isSame =
        open.length === left.length && open.every(({ version }, index) => version === left[index]!.version);
      if (isSame) sinceMs = Math.max(sinceMs + MINUTE_MS, windowStartMs(Date.now()));
      left = open;
    }
    await commit([
      ...left.map((each) =>
        engagementWrite(each, { ...each, is_aggregated: true, due_at: null }, settings().commenterTextRetentionDays),
      ),
      ...mergeIncrements(left.flatMap((each) => toIncrements(each, sinceMs))),
    ]);
  });
}

function toIncrements(engagement: Engagement, sinceMs: number): Increment[] {
  const { workspace_id, content_id, platform, account_id, occurred_at, received_at, count } = engagement;
  const metric = METRIC_BY_KIND[engagement.kind];
  // These have an event, but no sums.
  if (engagement.counts_in_totals === false || content_id === null) return [];
  const increments: Increment[] = [];
  if (metric) {
    const deltas = { ...NO_METRICS, [metric]: count };
    increments.push(
      ...bucketWrites(
        { workspace_id, content_id, platform, account_id, posts: 0, deltas, at: occurred_at },
        received_at,
      ),
    );
  }
  if (isReportedInWindow(engagement)) {
    increments.push(engagementWindowIncrement({ ...engagement, content_id }, sinceMs));
  }
  return increments;
}
