import {
  countedList,
  firstEnd,
  isBefore,
  type ListQuery,
  mergeParts,
  partReads,
  positionIn,
  readOn,
} from './list-partitions.ts';
import { type QueryOptions, queryPart } from './read.ts';
import { INDEXES } from './schema.ts';

/** A position in a list and the number of records up to it. `isEnd`: the list has no further ones. */
export type Skipped = { after: string | null; skipped: number; isEnd: boolean };

// So few records before a page are read with it. To find its exact position would take another query per partition.
const MAX_LEFT = 50;

/**
 * Find a position at most `MAX_LEFT` records before the end of the first `count` records of a list. Reads the keys of
 * these records once, in the index where their items are smallest: a page by number costs in proportion to its number.
 */
export async function skipRecords(list: ListQuery, count: number): Promise<Skipped> {
  const counted = countedList(list);
  const parts = partReads(counted, null);
  if (count <= MAX_LEFT || parts.length === 0) return { after: null, skipped: 0, isEnd: false };
  return parts.length === 1 ? skipInOne(parts[0]!.query, count) : skipMerged(counted, parts, count);
}

/** Where one partition has the list, its number of items is enough. */
async function skipInOne(query: QueryOptions, count: number): Promise<Skipped> {
  let [skipped, next] = [0, undefined as QueryOptions['after']];
  do {
    const part = await queryPart({ ...query, limit: count - skipped, after: next, select: 'count' });
    skipped += part.count;
    next = part.next;
  } while (next && skipped < count);
  if (!next) return { after: null, skipped, isEnd: true };
  return { after: String(next[query.index ? INDEXES[query.index].sk : 'sk']), skipped, isEnd: false };
}

/**
 * Read the sort keys of all partitions in rounds. `bound` is a position that the end of the first `count` records is not
 * after, so each partition is read up to there at most, and what is missing is divided among them.
 */
async function skipMerged(list: ListQuery, parts: ReturnType<typeof partReads>, count: number): Promise<Skipped> {
  const position = positionIn(list);
  let open = parts;
  for (let bound: string | undefined, skipped = 0; ; ) {
    const share = Math.ceil((count - skipped) / open.length);
    const upTo = bound === undefined ? {} : { [list.descending ? 'from' : 'to']: bound };
    await Promise.all(open.map((part) => readOn(part, share, { ...upTo, select: 'sort_keys' })));
    const known = mergeParts(list, parts).map(position);
    bound = known[count - 1];
    open = open.filter(
      ({ items, next }) => next && (bound === undefined || isBefore(list, position(items.at(-1)!), bound)),
    );
    const end = firstEnd(list, open);
    if (!end) return { after: bound ?? null, skipped: Math.min(known.length, count), isEnd: bound === undefined };
    skipped = known.indexOf(end.at) + 1;
    if (count - skipped <= MAX_LEFT) return { after: end.at, skipped, isEnd: false };
  }
}
