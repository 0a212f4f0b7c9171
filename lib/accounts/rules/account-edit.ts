import { formatInstant } from '../../core/values/timestamps.ts';
import type { Account } from './account.ts';
import { type MetricsSchedule, toMicroUsd } from './metrics-schedule.ts';

/** The fields of a PUT. Absent fields do not change. An account stops being the default when another one becomes it. */
export interface AccountEdit {
  name?: string | undefined;
  is_default?: true | undefined;
  metrics_schedule?: MetricsSchedule | undefined;
  /** Null: no limit. */
  metrics_budget?: { limit_usd: number | null } | undefined;
}

/** Apply a PUT to an account. Returns the account itself when nothing changes. */
export function editAccount(account: Account, edit: AccountEdit, nowMs: number): Account {
  const { name, is_default, metrics_schedule, metrics_budget } = edit;
  const named = { ...account, name: name ?? account.name, is_default: is_default ?? account.is_default };
  const scheduled = metrics_schedule === undefined ? named : withSchedule(named, metrics_schedule, nowMs);
  const edited = metrics_budget === undefined ? scheduled : withBudget(scheduled, metrics_budget.limit_usd);
  const fields = Object.keys({ ...account, ...edited }) as (keyof Account)[];
  const isSame = fields.every((field) => edited[field] === account[field]);
  return isSame ? account : { ...edited, updated_at: formatInstant(nowMs) };
}

function withSchedule(account: Account, metrics_schedule: MetricsSchedule, nowMs: number): Account {
  const { metrics_off_since: since = formatInstant(nowMs), ...rest } = account;
  return { ...rest, metrics_schedule, ...(metrics_schedule === 'off' ? { metrics_off_since: since } : {}) };
}

function withBudget({ metrics_budget_micro_usd: _, ...account }: Account, limitUsd: number | null): Account {
  return limitUsd === null ? account : { ...account, metrics_budget_micro_usd: toMicroUsd(limitUsd) };
}

/** Make an account the default, or no longer the default. */
export function withDefault(account: Account, is_default: boolean, nowMs: number): Account {
  return { ...account, is_default, updated_at: formatInstant(nowMs) };
}
