/** A row of a list that a person edits. `key` identifies it while others are removed or moved. */
interface Row {
  key: number;
}

/** Return a key that no row has. */
export function nextKey(rows: readonly Row[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1;
}

/** Move a row by a number of positions, at most to the start or the end. */
export function moveRow<T extends Row>(rows: readonly T[], key: number, by: number): T[] {
  const from = rows.findIndex((row) => row.key === key);
  const row = rows[from];
  if (!row) return [...rows];
  const others = rows.filter((each) => each !== row);
  return others.toSpliced(Math.max(0, from + by), 0, row);
}
