/** The limit of a figure. Most figures are to be at most the limit. */
export interface Goal {
  limit: number;
  kind: 'at most' | 'at least';
}

/** Return a goal that a figure meets when it is at most `limit`. */
export function atMost(limit: number): Goal {
  return { limit, kind: 'at most' };
}

/** Return a goal that a figure meets when it is at least `limit`. */
export function atLeast(limit: number): Goal {
  return { limit, kind: 'at least' };
}

/** Render the two last cells of a row: the goal, and whether `value` meets it or the factor by which it misses it. */
export function goalCells(value: number, goal: Goal | null): [string, string] {
  if (!goal) return ['–', ''];
  const { limit, kind } = goal;
  const factor = kind === 'at most' ? value / limit : limit / value;
  return [`${kind === 'at most' ? '≤' : '≥'} ${limit}`, factor <= 1 ? '✓' : `✗ × ${factor.toFixed(2)}`];
}
