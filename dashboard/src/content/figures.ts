import { capitalize, toWords } from '../words.ts';

export const METRICS = ['impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const;

/** Return the name of a metric as a heading: `engagement_rate` is `Engagement rate`. */
export function metricName(metric: string): string {
  return capitalize(toWords(metric));
}

/** What a figure says that no platform has reported. A missing figure is never shown as 0. */
export const NOT_REPORTED = 'not reported';

const COUNT = new Intl.NumberFormat('en-GB');
const RATE = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const USD = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 3,
});

/** Format an amount of US dollars, to a tenth of a cent. */
export function formatUsd(usd: number): string {
  return USD.format(usd);
}

/** Format a count, or say that it is missing. */
export function formatCount(count: number | null): string {
  return count === null ? NOT_REPORTED : COUNT.format(count);
}

/** Format a rate in percent, or say that it is missing. */
export function formatRate(rate: number | null): string {
  return rate === null ? NOT_REPORTED : `${RATE.format(rate)} %`;
}
