import { Temporal } from 'temporal-polyfill';

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

const NUMBER = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** Say why a term is listed. */
export function trendReason({ hours, observed, baseline, z }: TrendValues): string {
  const period = hours === 1 ? 'the latest hour' : `the latest ${hours} hours`;
  const expected = NUMBER.format(baseline);
  return `${observed} posts used it in ${period}. From its history, ${expected} were expected: this is ${NUMBER.format(z)} standard deviations above.`;
}

/** Label each hour of a window that ends at an instant with the time at which the hour starts, oldest first. */
export function hourLabels(asOf: string, count: number, timeZone: string): string[] {
  const last = Temporal.Instant.from(asOf).round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const format = new Intl.DateTimeFormat('en-GB', {
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
