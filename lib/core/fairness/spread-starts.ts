/** A resource that items share: at most `most` of its items are in progress at the same time. */
export interface Share {
  key: string;
  most: number;
}

/**
 * Return when each item starts, in milliseconds from now and in the order of the items, so that no share is exceeded while
 * an item takes at most `durationMs`. An item without shares starts now.
 */
export function spreadStarts<T>(items: readonly T[], sharesOf: (item: T) => Share[], durationMs: number): number[] {
  const freeMs = new Map<string, number>();
  return items.map((item) => {
    const shares = sharesOf(item);
    const startMs = Math.max(0, ...shares.map(({ key }) => freeMs.get(key) ?? 0));
    for (const { key, most } of shares) freeMs.set(key, startMs + durationMs / most);
    return startMs;
  });
}
