import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import { stageOrigin } from '../../identity/pipeline/stage-origin.ts';
import { type Account, toAccountView } from '../rules/account.ts';
import { toBudgetView } from '../rules/metrics-budget.ts';
import { readPriceMicroUsd } from '../rules/metrics-schedule.ts';
import { loadMetricsSpendings } from '../store/metrics-spending.ts';

/**
 * Build the response views of accounts, each with its webhook URL at the host of the request, and with what reading its
 * metrics has cost in this month where that has a price.
 */
export async function accountResponses(
  context: RequestContext,
  accounts: Account[],
  nowMs: number,
): Promise<Record<string, unknown>[]> {
  const spendings = await loadMetricsSpendings(
    accounts.filter((account) => readPriceMicroUsd(account) > 0),
    nowMs,
  );
  return accounts.map((account) => ({
    ...toAccountView(account),
    metrics_budget: toBudgetView(account, spendings.get(account.id) ?? null, nowMs),
    inbound_url: account.inbound_since ? `${stageOrigin(context)}/v1/inbound/${account.platform}/${account.id}` : null,
  }));
}

/** Build the response view of an account. */
export async function accountResponse(
  context: RequestContext,
  account: Account,
  nowMs: number,
): Promise<Record<string, unknown>> {
  return (await accountResponses(context, [account], nowMs))[0]!;
}
