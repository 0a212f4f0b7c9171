import { Temporal } from 'temporal-polyfill';
import { locale, t } from '../../language/texts.ts';
import type { Platform } from '../../platforms.ts';

/** The periods that can be chosen, with the steps of their chart. */
export const PERIODS = {
  '7d': { steps: 7, stepDays: 1 },
  '28d': { steps: 4, stepDays: 7 },
  '84d': { steps: 12, stepDays: 7 },
} as const;
export type PeriodName = keyof typeof PERIODS;

export const PERIOD_NAMES = Object.keys(PERIODS) as PeriodName[];

/** Return the name of a period as people write it. */
export function periodLabel(period: PeriodName): string {
  return t(`analytics.period_${period}`);
}

/** What the screen is about: a period, and optionally one platform or the sandbox accounts. */
export interface Filters {
  period: PeriodName;
  platform: Platform | 'all';
  accounts: 'default' | 'sandbox';
  /** The names of a label and of a campaign. Empty for all. */
  label: string;
  campaign: string;
}

/** The filters that every analytics endpoint but the trends has. */
export function accountQuery(filters: Filters): ReturnType<typeof labelQuery> & { sandbox?: boolean } {
  return { ...labelQuery(filters), ...(filters.accounts === 'sandbox' ? { sandbox: true } : {}) };
}

/** The filters that every analytics endpoint has. */
export function labelQuery({ platform, label, campaign }: Filters): {
  platform?: Platform;
  label?: string;
  campaign?: string;
} {
  return {
    ...(platform === 'all' ? {} : { platform }),
    ...(label === '' ? {} : { label }),
    ...(campaign === '' ? {} : { campaign }),
  };
}

/** One step of a chart: its range as instants, and its label. */
export interface Step {
  from: string;
  to: string;
  label: string;
}

/**
 * Split the period that ends at the next full hour after `nowMs`, as the API's does, into the steps of its chart,
 * earliest first. Each is labeled with the day on which it starts in the time zone.
 */
export function stepsOf(period: PeriodName, timeZone: string, nowMs: number): Step[] {
  const { steps, stepDays } = PERIODS[period];
  const end = Temporal.Instant.fromEpochMilliseconds(nowMs).round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  const label = new Intl.DateTimeFormat(locale(), { timeZone, day: 'numeric', month: 'short' });
  return Array.from({ length: steps }, (_, index) => {
    const from = end.subtract({ hours: 24 * stepDays * (steps - index) });
    const to = from.add({ hours: 24 * stepDays });
    return { from: from.toString(), to: to.toString(), label: label.format(from.epochMilliseconds) };
  });
}

/** Return the period of the same length before that of a response. */
export function periodBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const start = Temporal.Instant.from(from);
  const length = start.until(Temporal.Instant.from(to));
  return { from: start.subtract(length).toString(), to: start.toString() };
}
