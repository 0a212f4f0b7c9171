import { loadSupported, type QueryOptions, type QueryPart, queryPart } from './read.ts';
import { fromItem, INDEXES, type Item, isSupportedSchema, type PrimaryKey } from './schema.ts';

/** The requested part of a list. `after` and `total` come from the previous page; null on the first one. */
export type PageRequest = { limit: number; skip: number; after: string | null; total?: Total | null };

/** The number of records of a list, or `MAX_COUNTED` when `isCapped`: the list has more. */
export type Total = { count: number; isCapped: boolean };

/** A list without a counter is counted up to here, because the cost of counting grows with the list. */
export const MAX_COUNTED = 10_000;

export interface Page<T> {
  records: T[];
  next: string | null; // Position to continue after; null on the last page.
  skipped: number; // Number of items left out of this page because their schema version is newer than this code.
}

/** One page of a list, and the total of the list. */
export type TotalPage<T> = Page<T> & { total: Total };

/**
 * A list in a constant number of partitions with the same order, read in parallel and merged.
 * Every filter has its own partitions, so a page costs what its records cost, whatever the size of the tenant.
 */
export interface ListQuery {
  index?: 'by_status' | 'by_category' | 'by_parent';
  partitions: string[];
  from?: string | undefined;
  to?: string | undefined;
  descending: boolean;
}

/** One partition of a list as far as it was read. `next` is absent after its last item. */
type PartRead = { query: QueryOptions; items: Item[]; next: QueryPart['next'] };

type ItemPage = { items: Item[]; position: (item: Item) => string; next: string | null; read: PartRead[] };

/** Read one page of a list whose index carries only ids, and load the current records under `keyOfId`. */
export async function loadPage<T>(list: ListQuery, request: PageRequest, keyOfId: (id: string) => PrimaryKey) {
  return loadRecordsOf<T>(await pageOfItems(list, request), keyOfId);
}

/**
 * Read one page of a list (through `loadPage` with `keyOfId`) and its total: from the counter that `readCounter` reads,
 * which is exact, or by counting up to `MAX_COUNTED`.
 */
export async function pageWithTotal<T>(
  list: ListQuery,
  request: PageRequest,
  keyOfId?: (id: string) => PrimaryKey,
  readCounter?: () => Promise<number>,
): Promise<TotalPage<T>> {
  const [found, count] = await Promise.all([pageOfItems(list, request), readCounter?.()]);
  const [records, total] = await Promise.all([
    keyOfId ? loadRecordsOf<T>(found, keyOfId) : recordsOf<T>(found),
    count === undefined ? totalOf(found, request) : exactTotal(count),
  ]);
  return { ...records, total };
}

/** Read the ids of one page and the total: the last part of every sort key is the id of the record. */
export async function pageOfIds(list: ListQuery, request: PageRequest) {
  const found = await pageOfItems(list, request);
  return { ids: idsOf(found), next: found.next, total: await totalOf(found, request) };
}

/** Return the total of a list whose number of records is known. */
export function exactTotal(count: number): Total {
  return { count, isCapped: false };
}

/** Count the records of a list between its bounds. */
export async function countListing(list: ListQuery): Promise<number> {
  const read = partitionsOf(list, null).map((query) => ({ query, items: [], next: undefined }));
  return read.length === 0 ? 0 : countOn(read, read, Number.POSITIVE_INFINITY);
}

function recordsOf<T>({ items, next }: ItemPage): Page<T> {
  const supported = items.filter(isSupportedSchema);
  return { records: supported.map((item) => fromItem<T>(item)), skipped: items.length - supported.length, next };
}

async function loadRecordsOf<T>(found: ItemPage, keyOfId: (id: string) => PrimaryKey): Promise<Page<T>> {
  return { ...(await loadSupported<T>(idsOf(found).map(keyOfId))), next: found.next };
}

function idsOf({ items, position }: ItemPage): string[] {
  return [...new Set(items.map((item) => position(item).split('#').at(-1)!))];
}

async function pageOfItems(list: ListQuery, request: PageRequest): Promise<ItemPage> {
  const end = request.skip + request.limit;
  const sortKey = list.index ? INDEXES[list.index].sk : 'sk';
  const position = (item: Item) => String(item[sortKey]);
  const direction = list.descending ? -1 : 1;
  // One more than the page, to know whether another follows. The bounds are inclusive, so the last record of the
  // previous page is read again and dropped.
  const wanted = end + 1 + (request.after ? 1 : 0);
  const start = partitionsOf(list, request.after).map((query) => ({ query, items: [], next: undefined }));
  const read = await Promise.all(start.map((part) => readOn(part, wanted)));
  const merge = () =>
    read
      .flatMap(({ items }) => items)
      .sort((a, b) => direction * (position(a) < position(b) ? -1 : 1))
      // An item that moves between partitions during the read is found in both.
      .filter((item, index, all) => index === 0 || position(item) !== position(all[index - 1]!));
  await readInOrder(read, wanted, merge, position, direction);
  const merged = merge()
    .filter((item) => position(item) !== request.after)
    .slice(request.skip, end + 1);
  const items = merged.slice(0, request.limit);
  const last = items.at(-1);
  return { items, position, next: merged.length > request.limit && last ? position(last) : null, read };
}

/**
 * Read on in partitions that DynamoDB cut at a megabyte, until the first `wanted` items of the list are known. Only the
 * partition that ends first is read on: up to its end the items of all are known.
 */
async function readInOrder(
  read: PartRead[],
  wanted: number,
  merge: () => Item[],
  position: (item: Item) => string,
  direction: number,
): Promise<void> {
  for (;;) {
    const cut = read.filter(({ items, next }) => next && items.length < wanted);
    const ends = cut.map((part) => ({ part, at: position(part.items.at(-1)!) }));
    const [first] = ends.sort((a, b) => direction * (a.at < b.at ? -1 : 1));
    if (!first) return;
    const known = merge().findLastIndex((item) => position(item) === first.at) + 1;
    if (known >= wanted) return;
    await readOn(first.part, wanted - first.part.items.length);
  }
}

async function readOn(part: PartRead, limit: number): Promise<PartRead> {
  const { items, next } = await queryPart({ ...part.query, limit, after: part.next });
  part.items.push(...items);
  part.next = next;
  return part;
}

/** Return the total of a list without a counter: counted on the first page, then carried by the cursor. */
async function totalOf({ read }: ItemPage, request: PageRequest): Promise<Total> {
  if (request.total) return request.total;
  const counted = await countOn(
    read,
    read.filter(({ next }) => next),
    MAX_COUNTED,
  );
  return { count: Math.min(counted, MAX_COUNTED), isCapped: counted > MAX_COUNTED };
}

/** Count the items that were read, and on in the `open` partitions until there are more than `max`. */
async function countOn(read: PartRead[], open: PartRead[], max: number): Promise<number> {
  let counted = read.reduce((sum, { items }) => sum + items.length, 0);
  let left = open.map(({ query, next }) => ({ query, next }));
  while (left.length > 0 && counted <= max) {
    const limit = Number.isFinite(max) ? { limit: max + 1 - counted } : {};
    const parts = await Promise.all(
      left.map(({ query, next }) => queryPart({ ...query, ...limit, after: next, isCount: true })),
    );
    counted += parts.reduce((sum, { count }) => sum + count, 0);
    left = left.map(({ query }, index) => ({ query, next: parts[index]!.next })).filter(({ next }) => next);
  }
  return counted;
}

/** Build the query of each partition; none when the range is empty, which DynamoDB rejects. */
function partitionsOf(list: ListQuery, after: string | null): QueryOptions[] {
  const bounds = { from: list.from ?? ' ', to: list.to ?? '~' };
  if (after !== null) bounds[list.descending ? 'to' : 'from'] = after;
  if (bounds.from > bounds.to) return [];
  const { index, descending } = list;
  return list.partitions.map((pk) => ({ ...(index ? { index } : {}), pk, ...bounds, descending }));
}
