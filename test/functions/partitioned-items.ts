import type { Item } from '../../lib/core/table/schema.ts';

/** An item with its key in the table, behind the sort key of the table or of an index. */
export interface Entry {
  sk: string;
  key: string;
  item: Item;
}

export type KeySchema = { pk: string; sk: string };

export const TABLE_KEYS: KeySchema = { pk: 'pk', sk: 'sk' };

type Partition = { items: Map<string, Item>; sorted: Entry[] | null };

/**
 * Items by their key, and by the partitions of the table and its indexes, so that a query reads only one of them.
 * The partitions of an index exist from its first query on: most tests write more than they query.
 */
export class PartitionedItems extends Map<string, Item> {
  #partitions = new Map<string, Map<unknown, Partition>>();

  override set(key: string, item: Item): this {
    const before = this.get(key);
    for (const [pk, partitions] of this.#partitions) {
      if (before !== undefined && before[pk] !== item[pk]) remove(partitions, before[pk], key);
      add(partitions, item[pk], key, item);
    }
    return super.set(key, item);
  }

  override delete(key: string): boolean {
    const before = this.get(key);
    if (before !== undefined) {
      for (const [pk, partitions] of this.#partitions) remove(partitions, before[pk], key);
    }
    return super.delete(key);
  }

  override clear(): void {
    this.#partitions.clear();
    super.clear();
  }

  /** The entries of a partition, in the order of their sort keys. */
  partition({ pk, sk }: KeySchema, value: string): Entry[] {
    const partition = this.#partitionsBy(pk).get(value);
    if (!partition) return [];
    partition.sorted ??= [...partition.items]
      .map(([key, item]) => ({ sk: String(item[sk]), key, item }))
      .sort((a, b) => (isBefore(a, b) ? -1 : 1));
    return partition.sorted;
  }

  #partitionsBy(pk: string): Map<unknown, Partition> {
    const known = this.#partitions.get(pk);
    if (known) return known;
    const partitions = new Map<unknown, Partition>();
    for (const [key, item] of this) add(partitions, item[pk], key, item);
    this.#partitions.set(pk, partitions);
    return partitions;
  }
}

function add(partitions: Map<unknown, Partition>, value: unknown, key: string, item: Item): void {
  if (value === undefined) return;
  const partition = partitions.get(value);
  if (!partition) return void partitions.set(value, { items: new Map([[key, item]]), sorted: null });
  partition.items.set(key, item);
  partition.sorted = null;
}

function remove(partitions: Map<unknown, Partition>, value: unknown, key: string): void {
  const partition = partitions.get(value);
  if (!partition?.items.delete(key)) return;
  partition.sorted = null;
  if (partition.items.size === 0) partitions.delete(value);
}

/** The entries of a range of sort keys that follow `start`, in one direction, at most `limit`. */
export function entriesOf(
  sorted: Entry[],
  range: { from: string; to: string },
  start: Pick<Entry, 'sk' | 'key'> | undefined,
  { isForward, limit }: { isForward: boolean; limit: number },
): Entry[] {
  let first = countWhile(sorted, ({ sk }) => sk < range.from);
  let end = countWhile(sorted, ({ sk }) => sk <= range.to);
  if (start && isForward)
    first = Math.max(
      first,
      countWhile(sorted, (entry) => !isBefore(start, entry)),
    );
  if (start && !isForward)
    end = Math.min(
      end,
      countWhile(sorted, (entry) => isBefore(entry, start)),
    );
  return isForward
    ? sorted.slice(first, Math.min(end, first + limit))
    : sorted.slice(Math.max(first, end - limit), Math.max(first, end)).reverse();
}

/** How many entries at the beginning of the order hold; all behind the first that does not, do not either. */
function countWhile(sorted: Entry[], holds: (entry: Entry) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBefore(one: Pick<Entry, 'sk' | 'key'>, other: Pick<Entry, 'sk' | 'key'>): boolean {
  return one.sk < other.sk || (one.sk === other.sk && one.key < other.key);
}
