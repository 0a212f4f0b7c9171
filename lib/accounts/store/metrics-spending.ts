import { randomUUID } from 'node:crypto';
import type { Write } from '../../core/table/commit.ts';
import { load, loadAll } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import type { OwnLimits } from '../../identity/rules/workspace-limits.ts';
import { settingsKey } from '../../identity/store/workspace-settings.ts';
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

/** Load what an account has spent in the month of a time (epoch ms), or null, and the limits of its workspace. */
export async function loadSpendingWithLimits(
  account: Owner,
  nowMs: number,
): Promise<{ spending: MetricsSpending | null; limits: OwnLimits | undefined }> {
  const keys = [spendingKey(account, nowMs), settingsKey(account.workspace_id)];
  const [spending = null, settings] = (await loadAll<object>(keys)) as [
    MetricsSpending | null,
    { limits?: OwnLimits } | null,
  ];
  return { spending, limits: settings?.limits };
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
