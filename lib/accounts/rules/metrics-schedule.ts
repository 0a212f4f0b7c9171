import { type Platform, READ_PRICES_USD } from '../../platforms/platforms.ts';
import { isSandboxAccountId } from './sandbox-account.ts';

/**
 * When the metrics of a post are polled.
 * - `off`: never.
 * - `days`: on the days 0, 1, 2, 4 and 7 after publication.
 * - `daily`: on each of the days 0 to 90.
 * - `frequent`: every 15 minutes in the first six hours, hourly in the first week, daily until day 90.
 */
export const METRICS_SCHEDULES = ['off', 'days', 'daily', 'frequent'] as const;
export type MetricsSchedule = (typeof METRICS_SCHEDULES)[number];

/** The last day after publication on which any schedule polls a post. */
export const LAST_POLL_DAY = 90;

/** List the days after publication on which a schedule polls a post once. */
export function pollDays(schedule: 'days' | 'daily'): readonly number[] {
  return schedule === 'days' ? [0, 1, 2, 4, 7] : Array.from({ length: LAST_POLL_DAY + 1 }, (_, day) => day);
}

const MICRO = 1_000_000;

/** Convert US dollars to whole micro-dollars, in which prices and budgets are added up. */
export function toMicroUsd(usd: number): number {
  return Math.round(usd * MICRO);
}

/** Convert micro-dollars to US dollars. */
export function toUsd(microUsd: number): number {
  return microUsd / MICRO;
}

/** What the schedule of an account depends on. */
interface PolledAccount {
  id: string;
  platform: Platform;
  metrics_schedule?: MetricsSchedule;
}

/** Return the price of reading a post once per UTC day, in micro-dollars. Sandbox accounts are free. */
export function readPriceMicroUsd({ id, platform }: PolledAccount): number {
  return isSandboxAccountId(id) ? 0 : toMicroUsd(READ_PRICES_USD[platform]);
}

/** Return the schedule of an account: its own, or `days` where each read has a price and `frequent` elsewhere. */
export function metricsScheduleOf(account: PolledAccount): MetricsSchedule {
  return account.metrics_schedule ?? (readPriceMicroUsd(account) > 0 ? 'days' : 'frequent');
}

/** Return the last day after publication on which a schedule polls a post. */
export function lastPollDay(schedule: Exclude<MetricsSchedule, 'off'>): number {
  return schedule === 'frequent' ? LAST_POLL_DAY : pollDays(schedule).at(-1)!;
}

/**
 * Return how many reads of a post a platform charges at most, by default with the schedule of its accounts: one per UTC
 * day on which the post is read. Zero where reading is free.
 */
export function readsPerPost(platform: Platform, schedule: MetricsSchedule = metricsScheduleOf({ id: '', platform })) {
  if (readPriceMicroUsd({ id: '', platform }) === 0 || schedule === 'off') return 0;
  // Ninety days from any hour of a day end on the 91st UTC day; the poll that ends the schedule follows on the next.
  return schedule === 'frequent' ? LAST_POLL_DAY + 2 : pollDays(schedule).length;
}
