import { countedList, type ListQuery, type PartRead, partReads } from './list-partitions.ts';
import { queryPart } from './read.ts';

/** The number of records of a list, or `MAX_COUNTED` when `isCapped`: the list has more. */
export type Total = { count: number; isCapped: boolean };

/** A list is counted up to here, because the cost of counting grows with the list. */
export const MAX_COUNTED = 1_000;

/** Return the total of a list whose number of records is known. */
export function exactTotal(count: number): Total {
  return { count, isCapped: false };
}

/** Return the total of a list with so many known records, which was counted beyond `MAX_COUNTED` or to its end. */
export function cappedTotal(counted: number): Total {
  return { count: Math.min(counted, MAX_COUNTED), isCapped: counted > MAX_COUNTED };
}

/** Count the records of a list between its bounds. */
export function countListing(list: ListQuery): Promise<number> {
  return countOn(partReads(countedList(list), null), 0, Number.POSITIVE_INFINITY);
}

/**
 * Count on in partitions from where they were read, until there are more than `max`. What is missing is divided among
 * the partitions that have more, so that few items are counted beyond `max`, however they are distributed.
 */
export async function countOn(parts: Omit<PartRead, 'items'>[], counted: number, max: number): Promise<number> {
  if (parts.length === 0 || counted > max) return counted;
  const limit = Number.isFinite(max) ? { limit: Math.ceil((max + 1 - counted) / parts.length) } : {};
  const found = await Promise.all(
    parts.map(({ query, next }) => queryPart({ ...query, ...limit, after: next, select: 'count' })),
  );
  const open = parts.map(({ query }, index) => ({ query, next: found[index]!.next })).filter(({ next }) => next);
  return countOn(
    open,
    found.reduce((sum, { count }) => sum + count, counted),
    max,
  );
}
