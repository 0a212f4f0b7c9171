import type { Account } from '../../accounts/rules/account.ts';
import { type MetricsSpending, nextMonthMs, usedUpSince } from '../../accounts/rules/metrics-budget.ts';
import { lastPollDay, metricsScheduleOf } from '../../accounts/rules/metrics-schedule.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Period } from './time-buckets.ts';

export const STOP_REASONS = ['off', 'budget_used_up', 'schedule_ended'] as const;

/** Why metrics of posts are no longer polled, for accounts of one platform. Times are ISO 8601. */
export interface PollingStop {
  reason: (typeof STOP_REASONS)[number];
  /** The number of accounts. */
  accounts: number;
  /** When the first of them stopped. */
  since: string | null;
  /** Only posts published before are affected. Null: all. */
  published_before: string | null;
  /** When polling continues. Null: only after a change of the settings. */
  resumes_at: string | null;
}

/** List why polls of these accounts stopped for posts of a period, by platform. `spendings`: of the month, by account id. */
export function pollingStops(
  accounts: readonly Account[],
  spendings: ReadonlyMap<string, MetricsSpending>,
  period: Period,
  nowMs: number,
): Partial<Record<Platform, PollingStop[]>> {
  const stops: Partial<Record<Platform, PollingStop[]>> = {};
  for (const account of accounts) {
    for (const stop of stopsOf(account, spendings.get(account.id) ?? null, period, nowMs)) {
      const ofPlatform = stops[account.platform] ?? [];
      stops[account.platform] = ofPlatform;
      const index = ofPlatform.findIndex(({ reason }) => reason === stop.reason);
      if (index < 0) ofPlatform.push(stop);
      else ofPlatform[index] = merge(ofPlatform[index]!, stop);
    }
  }
  return stops;
}

function stopsOf(account: Account, spending: MetricsSpending | null, period: Period, nowMs: number): PollingStop[] {
  const stops: PollingStop[] = [];
  const stop = { accounts: 1, since: null, published_before: null, resumes_at: null };
  const schedule = metricsScheduleOf(account);
  if (schedule === 'off') return [{ ...stop, reason: 'off', since: account.metrics_off_since ?? null }];
  const usedUpAt = usedUpSince(account, spending);
  if (usedUpAt !== null) {
    const resumes_at = formatInstant(nextMonthMs(nowMs));
    stops.push({ ...stop, reason: 'budget_used_up', since: usedUpAt, resumes_at });
  }
  const scheduleMs = lastPollDay(schedule) * DAY_MS;
  const endedBeforeMs = nowMs - scheduleMs;
  if (period.from.getTime() < endedBeforeMs) {
    const since = formatInstant(period.from.getTime() + scheduleMs);
    stops.push({ ...stop, reason: 'schedule_ended', since, published_before: formatInstant(endedBeforeMs) });
  }
  return stops;
}

function merge(one: PollingStop, other: PollingStop): PollingStop {
  const times = [one.since, other.since].filter((time) => time !== null).sort();
  const before = [one.published_before, other.published_before].filter((time) => time !== null).sort();
  return {
    ...one,
    accounts: one.accounts + other.accounts,
    since: times[0] ?? null,
    published_before: before.at(-1) ?? null,
  };
}
