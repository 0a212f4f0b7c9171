import { randomUUID } from 'node:crypto';
import type { Write } from '../../core/table/commit.ts';
import { load, loadAll } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { metricsSpendingEntity } from '../entities/accounts.ts';
import type { Account } from '../rules/account.ts';
import { type MetricsSpending, monthOf, nextMonthMs } from '../rules/metrics-budget.ts';

const RETENTION_AFTER_MONTH_MS = 31 * DAY_MS;

type Owner = Pick<Account, 'id' | 'workspace_id'>;

function spendingKey({ workspace_id, id: account_id }: Owner, nowMs: number): PrimaryKey {
  return keyOf(metricsSpendingEntity, { workspace_id, account_id, month: monthOf(nowMs) });
}

/** Load what an account has spent in the month of a time (epoch ms), or null. */
export function loadMetricsSpending(account: Owner, nowMs: number): Promise<MetricsSpending | null> {
  return load<MetricsSpending>(spendingKey(account, nowMs));
}

/** Load what accounts have spent in the month of a time (epoch ms), by account id; absent for nothing. */
export async function loadMetricsSpendings(accounts: Owner[], nowMs: number): Promise<Map<string, MetricsSpending>> {
  if (accounts.length === 0) return new Map();
  const found = await loadAll<MetricsSpending>(accounts.map((account) => spendingKey(account, nowMs)));
  return new Map(found.flatMap((each) => (each ? [[each.account_id, each]] : [])));
}

/** Build the write of what an account has spent: new, or after the version that was read. It expires a month later. */
export function metricsSpendingWrite(before: MetricsSpending | null, after: MetricsSpending): Write {
  const expiresAtMs = nextMonthMs(Date.parse(`${after.month}-01`)) + RETENTION_AFTER_MONTH_MS;
  return versioned(metricsSpendingEntity, before, { ...after, change_id: randomUUID() }, {}, expiresAtMs);
}
