/** Numbers in [0, 1) that look like chance and are the same for the same seed (mulberry32, Tommy Ettinger). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A count whose mean is `mean`, Poisson distributed (Knuth's method; a large mean is halved first). */
export function poisson(mean: number, next: () => number): number {
  if (mean > 30) return poisson(mean / 2, next) + poisson(mean / 2, next);
  const least = Math.exp(-mean);
  let count = 0;
  for (let product = next(); product > least; product *= next()) count += 1;
  return count;
}
