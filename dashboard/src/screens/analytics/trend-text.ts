import { Temporal } from 'temporal-polyfill';
import { locale, t } from '../../language/texts.ts';

/** The values from which the API computes a trend. */
export interface TrendValues {
  now: number;
  before: number;
  hours: number;
  observed: number;
  baseline: number;
  variance: number;
  z: number;
}

/** Say why a term is listed. */
export function trendReason({ hours, observed, baseline, z }: TrendValues): string {
  const format = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 });
  return t('analytics.trendReason', {
    observed,
    hours,
    expected: format.format(baseline),
    deviations: format.format(z),
  });
}

/** Label each hour of a window that ends at an instant with the time at which the hour starts, oldest first. */
export function hourLabels(asOf: string, count: number, timeZone: string): string[] {
  const last = Temporal.Instant.from(asOf).round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const format = new Intl.DateTimeFormat(locale(), {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return Array.from({ length: count }, (_, index) => {
    return format.format(last.subtract({ hours: count - 1 - index }).epochMilliseconds);
  });
}
