import { rateWindowEntity } from '../../core/rate-limit/entities.ts';
import type { Write } from '../../core/table/commit.ts';
import { loadAll } from '../../core/table/read.ts';
import { entityAttributes, keyOf } from '../../core/table/schema.ts';
import { DAY_MS, formatDay } from '../../core/values/timestamps.ts';
import { agentUsageEntity } from '../entities/api-keys.ts';
import {
  type AgentBudgets,
  type AgentUse,
  type AgentUsedToday,
  budgetError,
  COUNTED_BUDGETS,
  type CountedBudget,
} from '../rules/agent-key.ts';
import { agentWindow } from '../rules/rate-limits.ts';

/** What an agent key has used of one budget on one day (UTC). */
export type AgentUsage = { workspace_id: string; client_id: string; day: string; budget: CountedBudget; used: number };

const RETENTION_MS = 30 * DAY_MS;

type AgentKey = { workspace_id: string; client_id: string };

/**
 * Build the writes that take from the budgets of an agent key, one item per budget. In the transaction of the change, so
 * that requests at the same time never take more than the budget. They fail with 429, which is thrown for more than the
 * whole budget.
 */
export function agentUsageWrites(key: AgentKey, use: AgentUse, budgets: AgentBudgets, nowMs: number): Write[] {
  return COUNTED_BUDGETS.flatMap((budget) => {
    const amount = use[budget];
    return amount === undefined ? [] : [agentUsageWrite(key, { budget, amount, limit: budgets[budget] }, nowMs)];
  });
}

/** Build the write that takes an amount of one budget of an agent key. As `agentUsageWrites`. */
export function agentUsageWrite(
  key: AgentKey,
  { budget, amount, limit }: { budget: CountedBudget; amount: number; limit: number },
  nowMs: number,
): Write {
  if (amount > limit) throw budgetError(budget, limit, nowMs);
  const day = formatDay(nowMs);
  const expires_at_seconds = Math.ceil((nowMs + RETENTION_MS) / 1000);
  return {
    // `used` must be at most the budget afterwards. A use of 0 is for what is counted later: some must be left.
    ifBelow: { attribute: 'used', limit: amount === 0 ? limit : limit - amount + 1 },
    onConflict: () => budgetError(budget, limit, nowMs),
    increment: keyOf(agentUsageEntity, { ...key, day, budget }),
    by: { used: amount },
    set: { ...entityAttributes(agentUsageEntity), ...key, day, budget, expires_at_seconds },
  };
}

/** Load what agent keys have used today (UTC), in the order of the keys: also requests that were reserved and not sent. */
export async function loadAgentUsage(keys: AgentKey[], nowMs: number): Promise<AgentUsedToday[]> {
  const day = formatDay(nowMs);
  const items = keys.flatMap((key) => [
    keyOf(rateWindowEntity, agentWindow(key.client_id, nowMs)),
    ...COUNTED_BUDGETS.map((budget) => keyOf(agentUsageEntity, { ...key, day, budget })),
  ]);
  const found = items.length > 0 ? await loadAll<Partial<AgentUsage & { reserved: number }>>(items) : [];
  const perKey = COUNTED_BUDGETS.length + 1;
  return keys.map((_, index) => {
    const [requests, ...others] = found.slice(index * perKey, (index + 1) * perKey);
    const used = COUNTED_BUDGETS.map((budget, position) => [budget, others[position]?.used ?? 0]);
    return { requests: requests?.reserved ?? 0, ...Object.fromEntries(used) } as AgentUsedToday;
  });
}
