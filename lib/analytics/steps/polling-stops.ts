import { monthOf } from '../../accounts/rules/metrics-budget.ts';
import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import { loadAccount, loadAllAccounts } from '../../accounts/store/accounts.ts';
import { loadMetricsSpendings } from '../../accounts/store/metrics-spending.ts';
import { pollingStops } from '../rules/polling-stops.ts';
import type { Period } from '../rules/time-buckets.ts';
import type { AccountSelection } from '../store/metric-buckets.ts';

/** Load why the metrics of posts of a period are no longer polled, by platform, for these accounts of a workspace. */
export async function loadPollingStops(
  workspaceId: string,
  { accountId, isSandbox }: AccountSelection,
  period: Period,
  nowMs: number,
) {
  const found = accountId === null ? await loadAllAccounts(workspaceId) : [await loadAccount(workspaceId, accountId)];
  const accounts = found.filter((account) => account !== null).filter(({ id }) => isSandboxAccountId(id) === isSandbox);
  const usedUp = accounts.filter(({ metrics_budget_used_up_at: at }) => {
    return at !== undefined && monthOf(Date.parse(at)) === monthOf(nowMs);
  });
  return pollingStops(accounts, await loadMetricsSpendings(usedUp, nowMs), period, nowMs);
}
