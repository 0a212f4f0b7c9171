/**
 * Order items so that their owners take turns: the first item of each owner, then the second of each. Items of one owner,
 * and owners of one turn, stay in their order.
 */
export function takeTurns<T>(items: readonly T[], ownerOf: (item: T) => string): T[] {
  const turns: T[][] = [];
  const taken = new Map<string, number>();
  for (const item of items) {
    const owner = ownerOf(item);
    const turn = taken.get(owner) ?? 0;
    taken.set(owner, turn + 1);
    turns[turn] ??= [];
    turns[turn].push(item);
  }
  return turns.flat();
}
