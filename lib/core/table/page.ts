import {
  countedList,
  firstEnd,
  type ListQuery,
  mergeParts,
  type PartRead,
  partReads,
  positionIn,
  readOn,
} from './list-partitions.ts';
import { skipRecords } from './list-skip.ts';
import { cappedTotal, countOn, exactTotal, MAX_COUNTED, type Total } from './list-total.ts';
import { loadSupported } from './read.ts';
import { fromItem, type Item, type PrimaryKey } from './schema.ts';
import { isSupportedSchema } from './schema-version.ts';

export type { ListQuery } from './list-partitions.ts';

/** The requested part of a list. `after` and `total` come from the previous page; null on the first one. */
export type PageRequest = { limit: number; skip: number; after: string | null; total?: Total | null };

export interface Page<T> {
  records: T[];
  next: string | null; // Position to continue after; null on the last page.
  skipped: number; // Number of items left out of this page because their schema version is newer than this code.
}

/** One page of a list, and the total of the list. */
export type TotalPage<T> = Page<T> & { total: Total };

/** The page of a list that has no records. */
export const EMPTY_PAGE = { records: [], next: null, total: exactTotal(0), skipped: 0 };

/** The items of a page. `before` is the number of records that are known to precede the items that were read. */
type ItemPage = { list: ListQuery; items: Item[]; next: string | null; read: PartRead[]; before: number; skip: number };

/** Read one page of a list. With `keyOfId`, the index carries only ids, and the current records are loaded. */
export async function loadPage<T>(list: ListQuery, request: PageRequest, keyOfId?: (id: string) => PrimaryKey) {
  const found = await pageOfItems(list, request);
  return keyOfId ? loadRecordsOf<T>(found, keyOfId) : recordsOf<T>(found);
}

/**
 * Read one page of a list and its total, counted up to `MAX_COUNTED`. With `keyOfId`, the index carries only ids, and the
 * records are loaded: eventually consistent, as the index is that they were found in.
 */
export async function pageWithTotal<T>(
  list: ListQuery,
  request: PageRequest,
  keyOfId?: (id: string) => PrimaryKey,
): Promise<TotalPage<T>> {
  const found = await pageOfItems(list, request);
  const [records, total] = await Promise.all([
    keyOfId ? loadRecordsOf<T>(found, keyOfId, { eventuallyConsistent: true }) : recordsOf<T>(found),
    totalOf(found, request),
  ]);
  return { ...records, total };
}

/** Read one page of a list as its index has it: the keys of the records. */
export async function pageOfIndex(list: ListQuery, request: PageRequest): Promise<Pick<ItemPage, 'items' | 'next'>> {
  return pageOfItems(list, request);
}

/** Read the ids and the keys of one page and the total: the last part of every sort key is the id of the record. */
export async function pageOfIds(list: ListQuery, request: PageRequest) {
  const found = await pageOfItems(list, request);
  const keys = found.items.map(({ pk, sk }): PrimaryKey => ({ pk: String(pk), sk: String(sk) }));
  return { ids: idsOf(found), keys, next: found.next, total: await totalOf(found, request) };
}

function recordsOf<T>({ items, next }: ItemPage): Page<T> {
  const supported = items.filter(isSupportedSchema);
  return { records: supported.map((item) => fromItem<T>(item)), skipped: items.length - supported.length, next };
}

async function loadRecordsOf<T>(found: ItemPage, keyOfId: (id: string) => PrimaryKey, options = {}): Promise<Page<T>> {
  return { ...(await loadSupported<T>(idsOf(found).map(keyOfId), options)), next: found.next };
}

function idsOf({ list, items }: ItemPage): string[] {
  const position = positionIn(list);
  return [...new Set(items.map((item) => position(item).split('#').at(-1)!))];
}

async function pageOfItems(list: ListQuery, request: PageRequest): Promise<ItemPage> {
  const { after, skipped, isEnd } =
    request.skip === 0 ? { after: request.after, skipped: 0, isEnd: false } : await skipRecords(list, request.skip);
  if (isEnd) return { list, items: [], next: null, read: [], before: skipped, skip: 0 };
  const position = positionIn(list);
  const skip = request.skip - skipped;
  const end = skip + request.limit;
  // One more than the page, to know whether another follows. The bounds are inclusive, so the last record of the
  // previous page is read again and dropped.
  const wanted = end + 1 + (after === null ? 0 : 1);
  const read = await Promise.all(partReads(list, after).map((part) => readOn(part, wanted)));
  await readInOrder(list, read, wanted);
  for (const part of read) part.items = part.items.filter((item) => position(item) !== after);
  const merged = mergeParts(list, read).slice(skip, end + 1);
  const items = merged.slice(0, request.limit);
  const last = items.at(-1);
  const next = merged.length > request.limit && last ? position(last) : null;
  return { list, items, next, read, before: skipped, skip };
}

/**
 * Read on in partitions that DynamoDB cut at a megabyte, until the first `wanted` items of the list are known. Only the
 * partition that ends first is read on: up to its end the items of all are known.
 */
async function readInOrder(list: ListQuery, read: PartRead[], wanted: number): Promise<void> {
  const position = positionIn(list);
  for (;;) {
    const first = firstEnd(
      list,
      read.filter(({ items, next }) => next && items.length < wanted),
    );
    if (!first) return;
    const known = mergeParts(list, read).findLastIndex((item) => position(item) === first.at) + 1;
    if (known >= wanted) return;
    await readOn(first.part, wanted - first.part.items.length);
  }
}

/** Return the total of a list: counted on the first page, or on a page by number, then carried by the cursor. */
async function totalOf({ list, items, next, read, before, skip }: ItemPage, request: PageRequest): Promise<Total> {
  if (request.total) return request.total;
  const found = before + read.reduce((sum, part) => sum + part.items.length, 0);
  if (next === null || !list.counted || found > MAX_COUNTED) {
    const open = read.filter(({ next }) => next);
    return cappedTotal(await countOn(open, found, MAX_COUNTED));
  }
  const shown = before + skip + items.length;
  // The bound is inclusive, so the last record of the page is counted again.
  const rest = partReads(countedList(list), next);
  return cappedTotal(Math.max(found, await countOn(rest, shown - 1, MAX_COUNTED)));
}
