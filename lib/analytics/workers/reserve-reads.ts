import type { Account } from '../../accounts/rules/account.ts';
import { reserveReads } from '../../accounts/rules/metrics-budget.ts';
import { readPriceMicroUsd } from '../../accounts/rules/metrics-schedule.ts';
import { budgetUsedUpUpdate } from '../../accounts/store/accounts.ts';
import { loadMetricsSpending, metricsSpendingWrite } from '../../accounts/store/metrics-spending.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { ConflictError, retryOnConflict } from '../../core/retry/conflict.ts';
import { commitUpdate } from '../../core/table/attribute-update.ts';
import { commit } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { isFirstPollOfUtcDay, type PostMetrics } from '../rules/post-metrics.ts';

/** The posts that may be read, those that the budget leaves out, and how many reads are reserved. */
export interface Reservation {
  posts: PostMetrics[];
  leftOut: PostMetrics[];
  reads: number;
}

/**
 * Reserve the price of reading posts in the budget of their account, before they are read. Each reservation is written on
 * the condition that no other came first, so concurrent polls never exceed the budget together. A post that was
 * read on this UTC day already costs nothing.
 */
export async function reservePolls(account: Account, posts: PostMetrics[], nowMs: number): Promise<Reservation> {
  const charged = readPriceMicroUsd(account) === 0 ? [] : posts.filter((post) => isFirstPollOfUtcDay(post, nowMs));
  if (charged.length === 0) return { posts, leftOut: [], reads: 0 };
  const { reserved, usedUpAt } = await retryOnConflict(RETRY_POLICIES.request, async () => {
    const before = await loadMetricsSpending(account, nowMs);
    const { spending, reserved } = reserveReads(before, account, charged.length, nowMs);
    if (spending !== before) await commit([metricsSpendingWrite(before, spending)]);
    return { reserved, usedUpAt: spending.used_up_at };
  });
  const leftOut = charged.slice(reserved);
  if (leftOut.length > 0 && usedUpAt !== null) await recordUsedUp(account, usedUpAt);
  return { posts: posts.filter((post) => !leftOut.includes(post)), leftOut, reads: reserved };
}

/** Give back reservations of reads that the platform has not charged, in the month of their poll. */
export async function releaseReads(account: Account, reads: number, nowMs: number): Promise<void> {
  if (reads === 0) return;
  await retryOnConflict(RETRY_POLICIES.request, async () => {
    const before = await loadMetricsSpending(account, nowMs);
    if (!before) return;
    const micro_usd = Math.max(0, before.micro_usd - reads * readPriceMicroUsd(account));
    const returned = { ...before, micro_usd, platform: account.platform, charged_at: formatInstant(nowMs) };
    await commit([metricsSpendingWrite(before, returned)]);
  });
}

/** Record in the account when its budget was used up, unless it was deleted concurrently. */
async function recordUsedUp(account: Account, usedUpAt: string): Promise<void> {
  if (account.metrics_budget_used_up_at === usedUpAt) return;
  try {
    await commitUpdate(budgetUsedUpUpdate(account, usedUpAt));
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}
