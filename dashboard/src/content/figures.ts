import { locale, t } from '../language/texts.ts';

export const METRICS = ['impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const;

/** Return the name of a metric as a heading: `engagement_rate` is `Engagement rate`. */
export function metricName(metric: string): string {
  return t('content.metric', { metric });
}

/** Format an amount of US dollars, to a tenth of a cent. */
export function formatUsd(usd: number): string {
  return new Intl.NumberFormat(locale(), {
    ...{ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
    ...{ minimumFractionDigits: 2, maximumFractionDigits: 3 },
  }).format(usd);
}

/** Format a count, or say that no platform has reported it: a missing one is never shown as 0. */
export function formatCount(count: number | null): string {
  return count === null ? t('content.notReported') : new Intl.NumberFormat(locale()).format(count);
}

/** Format a rate in percent, or say that it is missing. */
export function formatRate(rate: number | null): string {
  if (rate === null) return t('content.notReported');
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return t('content.percent', { rate: new Intl.NumberFormat(locale(), digits).format(rate) });
}
