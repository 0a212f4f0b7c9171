/** Choices that repeat with their seed. */
export interface Random {
  /** Return a whole number from 0 to below `limit`. */
  below: (limit: number) => number;
  /** Return true with this probability. */
  chance: (probability: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  /** Pick one of these by its weight. */
  weighted: <T>(from: readonly (readonly [weight: number, value: T])[]) => T;
}

/** Create a generator of pseudorandom choices (mulberry32). */
export function newRandom(seed: number): Random {
  let state = seed * 0x9e37_79b9;
  const next = () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (from) => from[below(from.length)]!,
    weighted: (from) => {
      const point = next() * from.reduce((sum, [weight]) => sum + weight, 0);
      let end = 0;
      for (const [weight, value] of from) {
        end += weight;
        if (point < end) return value;
      }
      return from.at(-1)![1];
    },
  };
}
