const SHORT_RATE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const CHANGE = new Intl.NumberFormat('en-GB', { signDisplay: 'exceptZero', maximumFractionDigits: 0 });

/** Format a rate in percent for a narrow cell, without its unit. */
export function formatShortRate(rate: number): string {
  return SHORT_RATE.format(rate);
}

/** Format a change in percent, with its sign. */
export function formatChange(change: number): string {
  return `${CHANGE.format(change)} %`;
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
