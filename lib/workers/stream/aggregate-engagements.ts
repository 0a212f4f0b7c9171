import { type Engagement, METRIC_BY_KIND } from '../../domain/analytics/engagement-ingestion.ts';
import {
  isReportedInWindow,
  MINUTE_MS,
  toEngagementEvent,
  windowStartMs,
} from '../../domain/analytics/engagement-window.ts';
import { NO_METRICS } from '../../domain/analytics/metrics.ts';
import { termsOf } from '../../domain/analytics/terms.ts';
import { commit, type Increment, mergeIncrements, type Write } from '../../table/commit.ts';
import { RETRY_POLICIES, retryOnConflict } from '../../table/conflict.ts';
import { engagementWindowIncrement } from '../../table/engagement-windows.ts';
import { engagementWrite, loadEngagements } from '../../table/engagements.ts';
import { bucketWrites } from '../../table/metric-buckets.ts';
import { countTerms } from './count-terms.ts';
import { emitDomainEvents } from './emit-events.ts';

// A transaction takes a hundred writes and 4 MB: fifty engagements with the longest text are 2 MB.
const MAX_TRANSACTION_ITEMS = 50;

/**
 * Follows new engagements that are read off the stream together. They add to the same few sums, so they go
 * there together, in as few transactions as hold them: side by side they would only be in each other's way.
 * Answers those that failed, with the error; all others are done for good.
 */
export async function onEngagementsCreated(engagements: Engagement[]): Promise<Map<Engagement, unknown>> {
  const failures = new Map<Engagement, unknown>();
  const attempt = async (group: Engagement[], act: (group: Engagement[]) => Promise<void>) => {
    try {
      await act(group);
    } catch (error) {
      for (const engagement of group) failures.set(engagement, error);
    }
  };
  const requests = Map.groupBy(engagements, (each) => `${each.workspace_id}\n${each.received_at}`);
  await Promise.all([...requests.values()].map((group) => attempt(group, emitEngagementEvents)));
  const told = engagements.filter((each) => !failures.has(each));
  const workspaces = Map.groupBy(told, (each) => each.workspace_id);
  await Promise.all([...workspaces.values()].map((group) => attempt(group, countEngagementTerms)));
  const counted = told.filter((each) => !failures.has(each));
  await Promise.all(
    [...Map.groupBy(counted, (each) => each.workspace_id).values()].map(async (group) => {
      for (const part of splitIntoTransactions(group)) await attempt(part, aggregate);
    }),
  );
  return failures;
}

/** Emits the comments and mentions among engagements of one workspace that were received at one time. */
async function emitEngagementEvents(engagements: Engagement[]): Promise<void> {
  const { workspace_id, received_at } = engagements[0]!;
  await emitDomainEvents(
    workspace_id,
    received_at,
    engagements.flatMap((each) => toEngagementEvent(each) ?? []),
  );
}

/** Counts the terms of comments and mentions of one workspace for the posts they are on. */
async function countEngagementTerms(engagements: Engagement[]): Promise<void> {
  const texts = engagements.flatMap(({ kind, text, content_id, platform, occurred_at }) =>
    // At no post of ours there is no post it could count for.
    text !== null && content_id !== null && (kind === 'comment' || kind === 'mention')
      ? [{ content_id, platform, terms: termsOf(text), at: occurred_at }]
      : [],
  );
  await countTerms(engagements[0]!.workspace_id, texts);
}

/**
 * Adds engagements to their sums and marks them as added, all in one transaction: reading them again adds
 * nothing. When it is refused, some were added before, or a minute was closed meanwhile; then what is left
 * goes into a later one.
 */
async function aggregate(engagements: Engagement[]): Promise<void> {
  let left = engagements;
  let sinceMs = windowStartMs(Date.now());
  await retryOnConflict(RETRY_POLICIES.engagements, async (attempt) => {
    if (attempt > 1) {
      const now = await loadEngagements(left);
      const open = left.filter((_, index) => now[index]?.is_aggregated === false);
      if (open.length === left.length) sinceMs = Math.max(sinceMs + MINUTE_MS, windowStartMs(Date.now()));
      left = open;
    }
    await commit(aggregationWrites(left, sinceMs));
  });
}

/** Engagements in parts of which each fits into one transaction. */
function splitIntoTransactions(engagements: Engagement[]): Engagement[][] {
  const parts: Engagement[][] = [];
  let places = new Set<string>();
  for (const engagement of engagements) {
    const added = toIncrements(engagement, 0).map(({ increment: add }) => `${add.pk}\n${add.sk}`);
    const part = parts.at(-1);
    const together = new Set([...places, ...added]);
    if (part && part.length + 1 + together.size <= MAX_TRANSACTION_ITEMS) {
      part.push(engagement);
      places = together;
    } else {
      parts.push([engagement]);
      places = new Set(added);
    }
  }
  return parts;
}

function aggregationWrites(engagements: Engagement[], sinceMs: number): Write[] {
  return [
    ...engagements.map((each) => engagementWrite(each, { ...each, is_aggregated: true })),
    ...mergeIncrements(engagements.flatMap((each) => toIncrements(each, sinceMs))),
  ];
}

function toIncrements(engagement: Engagement, sinceMs: number): Increment[] {
  const { workspace_id, content_id, platform, occurred_at, received_at, count } = engagement;
  const metric = METRIC_BY_KIND[engagement.kind];
  // What is not counted, and what is at no item, is news alone.
  if (engagement.counts_in_totals === false || content_id === null) return [];
  const sums = metric
    ? {
        workspace_id,
        content_id,
        platform,
        posts: 0 as const,
        deltas: { ...NO_METRICS, [metric]: count },
        at: occurred_at,
      }
    : null;
  return [
    ...(sums ? bucketWrites(sums, received_at) : []),
    ...(isReportedInWindow(engagement)
      ? [engagementWindowIncrement({ ...engagement, content_id }, sinceMs)]
      : []),
  ];
}
