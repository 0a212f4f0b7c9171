/** The arguments are invalid. The exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Find the name that is most similar to a text, else the first one that begins with it. */
function nearest(text: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: distanceOf(text, name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(Math.max(text.length, name.length) / 3)))
    .sort((one, other) => one.distance - other.distance);
  return best?.name ?? (text.length < 3 ? undefined : names.find((name) => name.startsWith(text)));
}

/** Write what follows an unknown name: the one that was probably meant. */
export function suggestion(text: string, names: readonly string[]): string {
  const name = nearest(text, names);
  return name === undefined ? '' : ` Did you mean ${name}?`;
}

/** Count the insertions, deletions, replacements and exchanges of neighbors between two texts. */
function distanceOf(one: string, other: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = row![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isExchange = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const exchanged = isExchange ? before![j - 2]! + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(row![j]! + 1, next[j - 1]! + 1, replaced, exchanged));
    }
    [before, row] = [row, next];
  }
  return row!.at(-1)!;
}
