/** A measured value with the interval that holds the true median with 95 % probability. */
export interface Estimate {
  median: number;
  low: number;
  high: number;
}

/** Return the middle of a list, or the mean of the two in the middle. Throws for an empty list. */
export function median(values: number[]): number {
  if (values.length === 0) throw new Error('There is nothing to take a median of.');
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Estimate the median of a population from samples of it. The interval is between two of the samples, so it assumes
 * nothing about the distribution. With fewer than six samples it is their whole range, which is less than 95 %.
 */
export function estimateMedian(samples: number[]): Estimate {
  const sorted = samples.toSorted((one, other) => one - other);
  // The count of samples below the median is binomial: half of them, give or take two standard deviations.
  const rank = Math.max(0, Math.floor(sorted.length / 2 - 0.98 * Math.sqrt(sorted.length)));
  return { median: median(sorted), low: sorted[rank]!, high: sorted[sorted.length - 1 - rank]! };
}

/** Return the value that `share` of the samples do not exceed, by the nearest rank. Throws for an empty list. */
export function quantile(samples: number[], share: number): number {
  if (samples.length === 0) throw new Error('There is nothing to take a quantile of.');
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}
