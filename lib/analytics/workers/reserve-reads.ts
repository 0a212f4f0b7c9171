import type { Account } from '../../accounts/rules/account.ts';
import { monthOf, reserveReads } from '../../accounts/rules/metrics-budget.ts';
import { readPriceMicroUsd } from '../../accounts/rules/metrics-schedule.ts';
import { budgetUsedUpUpdate } from '../../accounts/store/accounts.ts';
import {
  loadMetricsSpending,
  loadSpendingWithLimits,
  metricsSpendingWrite,
} from '../../accounts/store/metrics-spending.ts';
import { settings } from '../../core/config/settings.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { ConflictError, retryOnConflict } from '../../core/retry/conflict.ts';
import { commitUpdate } from '../../core/table/attribute-update.ts';
import { commit, type Write } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { limitOf } from '../../identity/rules/workspace-limits.ts';
import { limitCountWrite, limitReachedWrite, loadLimitUse } from '../../identity/store/limit-counters.ts';
import { isFirstPollOfUtcDay, type PostMetrics } from '../rules/post-metrics.ts';

/** The posts that may be read, those that a budget or a limit leaves out, and how many reads are reserved. */
export interface Reservation {
  posts: PostMetrics[];
  leftOut: PostMetrics[];
  reads: number;
  /** Whether the reads count for a limit of the workspace as well. */
  isLimited: boolean;
}

type Released = Pick<Reservation, 'reads' | 'isLimited'>;

/**
 * Reserve the price of reading posts in the budget of their account, and in the limit of what platforms may charge in the
 * workspace, before they are read. Each reservation is written on
 * the condition that no other came first, so concurrent polls never exceed the budget together. A post that was
 * read on this UTC day already costs nothing.
 */
export async function reservePolls(account: Account, posts: PostMetrics[], nowMs: number): Promise<Reservation> {
  const charged = readPriceMicroUsd(account) === 0 ? [] : posts.filter((post) => isFirstPollOfUtcDay(post, nowMs));
  if (charged.length === 0) return { posts, leftOut: [], reads: 0, isLimited: false };
  const { reserved, usedUpAt, isLimited } = await retryOnConflict(RETRY_POLICIES.request, async () => {
    const { spending: before, limits } = await loadSpendingWithLimits(account, nowMs);
    const limit = limitOf(limits, LIMIT, settings().defaultLimits);
    const left = limit === null ? undefined : limit - (await loadLimitUse(account.workspace_id, periodOf(nowMs)));
    const { spending, reserved } = reserveReads(before, account, charged.length, nowMs, left);
    const ofBudget = reserveReads(before, account, charged.length, nowMs).reserved;
    const counted = limit === null ? [] : limitWrites(account, { reserved, isCut: reserved < ofBudget }, limit, nowMs);
    const writes = spending === before ? counted : [metricsSpendingWrite(before, spending), ...counted];
    await commit(writes);
    return { reserved, usedUpAt: spending.used_up_at, isLimited: limit !== null };
  });
  const leftOut = charged.slice(reserved);
  if (leftOut.length > 0 && usedUpAt !== null) await recordUsedUp(account, usedUpAt);
  return { posts: posts.filter((post) => !leftOut.includes(post)), leftOut, reads: reserved, isLimited };
}

const LIMIT = 'platform_micro_usd_per_month';

function periodOf(nowMs: number) {
  return { limit: LIMIT, period: monthOf(nowMs) } as const;
}

/** Build the writes of what reads take of the limit. `isCut`: it has left out some. A change of the limit is a conflict. */
function limitWrites(
  account: Account,
  { reserved, isCut }: { reserved: number; isCut: boolean },
  limit: number,
  nowMs: number,
): Write[] {
  const { workspace_id } = account;
  const reached = isCut ? limitReachedWrite(workspace_id, { ...periodOf(nowMs), maximum: limit }, nowMs) : null;
  if (reserved === 0) return reached ? [reached] : [];
  const amount = reserved * readPriceMicroUsd(account);
  const { onConflict: _, ...taken } = limitCountWrite(workspace_id, { ...periodOf(nowMs), amount }, limit, nowMs);
  return [{ ...taken, by: { ...taken.by, ...reached?.by } }];
}

/**
 * Give back reservations of reads that the platform has not charged, in the month of their poll. `isLimited`: also of the limit
 * of the workspace.
 */
export async function releaseReads(account: Account, { reads, isLimited }: Released, nowMs: number): Promise<void> {
  if (reads === 0) return;
  const amount = -reads * readPriceMicroUsd(account);
  const counted = isLimited ? [limitCountWrite(account.workspace_id, { ...periodOf(nowMs), amount }, null, nowMs)] : [];
  await retryOnConflict(RETRY_POLICIES.request, async () => {
    const before = await loadMetricsSpending(account, nowMs);
    if (!before) return;
    const micro_usd = Math.max(0, before.micro_usd - reads * readPriceMicroUsd(account));
    const returned = { ...before, micro_usd, platform: account.platform, charged_at: formatInstant(nowMs) };
    await commit([metricsSpendingWrite(before, returned), ...counted]);
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
