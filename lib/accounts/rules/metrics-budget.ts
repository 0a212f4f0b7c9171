import { formatInstant } from '../../core/values/timestamps.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Account } from './account.ts';
import { readPriceMicroUsd, toUsd } from './metrics-schedule.ts';

/** What reading the metrics of an account costs in a calendar month (UTC). */
export interface MetricsSpending {
  workspace_id: string;
  account_id: string;
  month: string; // YYYY-MM
  micro_usd: number;
  /** When the budget of the account first left out a read in this month; null if it has not. */
  used_up_at: string | null;
  change_id: string; // Different for each write, so that no two are equal: an equal one counts as done.
  platform?: Platform; // Absent until the first change since this version.
  charged_at?: string; // When the reads were charged that were reserved or given back last. Absent likewise.
  version: number;
}

/** Return the calendar month (UTC) that contains a time, `YYYY-MM`. */
export function monthOf(timeMs: number): string {
  return formatInstant(timeMs).slice(0, 7);
}

/** Return the start of the calendar month (UTC) after the one that contains a time, in epoch milliseconds. */
export function nextMonthMs(timeMs: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

type BudgetAccount = Pick<Account, 'id' | 'workspace_id' | 'platform' | 'metrics_budget_micro_usd'>;

/** Return for how many further reads the budget of an account suffices. Infinite without a budget. */
function affordableReads(account: BudgetAccount, spentMicroUsd: number): number {
  const { metrics_budget_micro_usd: limit = null } = account;
  if (limit === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor((limit - spentMicroUsd) / readPriceMicroUsd(account)));
}

/**
 * Reserve as many of `reads` as the budget of an account allows, and `left` of the limit of its workspace, in micro-dollars.
 * `before`: what was spent in this month; null if nothing. Returns `before` itself when nothing changes.
 */
export function reserveReads(
  before: MetricsSpending | null,
  account: BudgetAccount,
  reads: number,
  nowMs: number,
  left = Number.POSITIVE_INFINITY,
): { spending: MetricsSpending; reserved: number } {
  const { workspace_id, id: account_id, platform } = account;
  const spending = before ?? {
    ...{ workspace_id, account_id, month: monthOf(nowMs), micro_usd: 0, used_up_at: null, change_id: '', version: 0 },
  };
  const ofBudget = Math.min(reads, affordableReads(account, spending.micro_usd));
  const reserved = Math.min(ofBudget, Math.max(0, Math.floor(left / readPriceMicroUsd(account))));
  const used_up_at = spending.used_up_at ?? (ofBudget < reads ? formatInstant(nowMs) : null);
  if (reserved === 0 && used_up_at === spending.used_up_at) return { spending, reserved };
  const micro_usd = spending.micro_usd + reserved * readPriceMicroUsd(account);
  return { spending: { ...spending, micro_usd, used_up_at, platform, charged_at: formatInstant(nowMs) }, reserved };
}

/**
 * Return since when (ISO 8601) the budget of an account leaves out reads in the present month; null while it suffices
 * for a read. `spending`: that of the month; null if nothing was spent.
 */
export function usedUpSince(account: BudgetAccount, spending: MetricsSpending | null): string | null {
  return spending !== null && affordableReads(account, spending.micro_usd) === 0 ? spending.used_up_at : null;
}

/** Build the API representation of a budget in the present month. Null where reading metrics has no price. */
export function toBudgetView(
  account: BudgetAccount,
  spending: MetricsSpending | null,
  nowMs: number,
): Record<string, unknown> | null {
  if (readPriceMicroUsd(account) === 0) return null;
  const { metrics_budget_micro_usd: limit = null } = account;
  return {
    limit_usd: limit === null ? null : toUsd(limit),
    used_usd: toUsd(spending?.micro_usd ?? 0),
    resets_at: formatInstant(nextMonthMs(nowMs)),
    used_up_at: usedUpSince(account, spending),
  };
}
