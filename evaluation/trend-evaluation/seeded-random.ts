/** Create a reproducible source of numbers in [0, 1) from a seed (mulberry32 by Tommy Ettinger). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draw a Poisson-distributed count (Knuth's method; halves a mean above 30 first). */
export function poisson(mean: number, next: () => number): number {
  if (mean > 30) return poisson(mean / 2, next) + poisson(mean / 2, next);
  const threshold = Math.exp(-mean);
  let count = 0;
  for (let product = next(); product > threshold; product *= next()) count += 1;
  return count;
}
