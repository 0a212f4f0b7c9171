import { type QueryOptions, type QueryPart, queryPart } from './read.ts';
import { INDEXES, type Item } from './schema.ts';

type ListIndex = 'by_status' | 'by_category' | 'by_parent';

/**
 * A list in a constant number of partitions with the same order, read in parallel and merged.
 * Every filter has its own partitions, so a page costs what its records cost, whatever the size of the tenant.
 */
export interface ListQuery {
  index?: ListIndex;
  partitions: string[];
  from?: string | undefined;
  to?: string | undefined;
  descending: boolean;
  /** A page may miss the changes of the last second, at half the cost. Reads of an index always may. */
  eventuallyConsistent?: true;
  /** The partitions of an index that lists the same records in the same order, with smaller items. */
  counted?: { index: ListIndex; partitions: string[] };
}

/** One partition of a list as far as it was read. `next` is absent after its last item. */
export type PartRead = { query: QueryOptions; items: Item[]; next: QueryPart['next'] };

/** Build the reads of a list after a position (null: from its start); none when the range is empty. */
export function partReads(list: ListQuery, after: string | null): PartRead[] {
  const bounds = { from: list.from ?? ' ', to: list.to ?? '~' };
  if (after !== null) bounds[list.descending ? 'to' : 'from'] = after;
  if (bounds.from > bounds.to) return [];
  const { index, descending, eventuallyConsistent } = list;
  const options = { ...(index ? { index } : {}), descending, eventuallyConsistent, ...bounds };
  return list.partitions.map((pk) => ({ query: { ...options, pk }, items: [], next: undefined }));
}

/** Return the list where its records are counted: their number and order are the same, their items may be smaller. */
export function countedList({ counted, ...list }: ListQuery): ListQuery {
  return { ...list, ...counted, eventuallyConsistent: true };
}

/** Read up to `limit` further items of a partition, or those up to a position. */
export async function readOn(part: PartRead, limit: number, options: Partial<QueryOptions> = {}): Promise<PartRead> {
  const { items, next } = await queryPart({ ...part.query, ...options, limit, after: part.next });
  part.items.push(...items);
  part.next = next;
  return part;
}

/** Return the function that reads the position of an item in a list: its sort key. */
export function positionIn({ index }: ListQuery): (item: Item) => string {
  const sortKey = index ? INDEXES[index].sk : 'sk';
  return (item) => String(item[sortKey]);
}

/** Return whether a position is before another in the order of the list. */
export function isBefore({ descending }: ListQuery, one: string, other: string): boolean {
  return descending ? one > other : one < other;
}

/** Merge the items of all partitions. An item that moves between partitions during the read is found in both. */
export function mergeParts(list: ListQuery, parts: PartRead[]): Item[] {
  const position = positionIn(list);
  return parts
    .flatMap(({ items }) => items)
    .sort((a, b) => (isBefore(list, position(a), position(b)) ? -1 : 1))
    .filter((item, index, all) => index === 0 || position(item) !== position(all[index - 1]!));
}

/** Of partitions with further items, return where the first of them ends: up to there the items of all are known. */
export function firstEnd(list: ListQuery, parts: PartRead[]): { part: PartRead; at: string } | undefined {
  const position = positionIn(list);
  const ends = parts.map((part) => ({ part, at: position(part.items.at(-1)!) }));
  return ends.sort((a, b) => (isBefore(list, a.at, b.at) ? -1 : 1))[0];
}
