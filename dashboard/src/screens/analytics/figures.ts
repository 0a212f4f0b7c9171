import { formatCount, formatRate } from '../../content/figures.ts';
import { locale } from '../../language/texts.ts';

/** Return how the values of a metric are written. */
export function formatOf(metric: string): (value: number | null) => string {
  return metric === 'engagement_rate' ? formatRate : formatCount;
}

/** Format a rate in percent for a narrow cell, without its unit. */
export function formatShortRate(rate: number): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(rate);
}

/** Format a change in percent, with its sign. */
export function formatChange(change: number): string {
  const format = new Intl.NumberFormat(locale(), { signDisplay: 'exceptZero', maximumFractionDigits: 0 });
  return `${format.format(change)} %`;
}

/**
 * Return the change from `before` to `now` in percent. Null if either is missing, or if `before` is not positive, so
 * that there is nothing to compare with.
 */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before <= 0) return null;
  return (100 * (now - before)) / before;
}

/** Return the level of a rate, 1 to `levels`, between the lowest and the highest of a heat map. */
export function heatLevel(rate: number, lowest: number, highest: number, levels: number): number {
  if (highest <= lowest) return 1;
  return 1 + Math.min(levels - 1, Math.floor((levels * (rate - lowest)) / (highest - lowest)));
}

/** Return the length of a bar in percent of the longest one. A missing or negative value has none. */
export function barShare(value: number | null, highest: number): number {
  return value === null || highest <= 0 ? 0 : Math.max(0, (100 * value) / highest);
}
