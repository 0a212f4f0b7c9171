import { count, loadSupported, query } from './read.ts';
import { fromItem, INDEXES, type Item, isSupportedSchema, type PrimaryKey } from './schema.ts';

/** The requested part of a list. `after` and `total` come from the previous page; null on the first one. */
export type PageRequest = { limit: number; skip: number; after: string | null; total?: number | null };

export interface Page<T> {
  records: T[];
  next: string | null; // Position to continue after; null on the last page.
  skipped: number; // Number of items left out of this page because their schema version is newer than this code.
}

/** One page of a list, and the total of the list. */
export type TotalPage<T> = Page<T> & { total: number };

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

type ItemPage = { items: Item[]; position: (item: Item) => string; next: string | null };

/** Read one page of a list whose index, or the table itself, carries the records. */
export async function page<T>(list: ListQuery, request: PageRequest): Promise<Page<T>> {
  const { items, next } = await pageOfItems(list, request);
  const supported = items.filter(isSupportedSchema);
  return { records: supported.map((item) => fromItem<T>(item)), skipped: items.length - supported.length, next };
}

/** Read one page of a list whose index carries only ids, and load the current records under `keyOfId`. */
export async function loadPage<T>(list: ListQuery, request: PageRequest, keyOfId: (id: string) => PrimaryKey) {
  const { ids, next } = await pageOfIds(list, request);
  return { ...(await loadSupported<T>(ids.map(keyOfId))), next };
}

/** Read the ids of one page: the last part of every sort key is the id of the record. */
export async function pageOfIds(list: ListQuery, request: PageRequest) {
  const { items, position, next } = await pageOfItems(list, request);
  return { ids: [...new Set(items.map((item) => position(item).split('#').at(-1)!))], next };
}

async function pageOfItems(list: ListQuery, request: PageRequest): Promise<ItemPage> {
  const end = request.skip + request.limit;
  const sortKey = list.index ? INDEXES[list.index].sk : 'sk';
  const position = (item: Item) => String(item[sortKey]);
  const bounds = boundsAfter(list, request.after);
  // The range is empty, and DynamoDB rejects it.
  if (bounds.from > bounds.to) return { items: [], position, next: null };
  const parts = await Promise.all(
    list.partitions.map((pk) =>
      query({
        ...(list.index ? { index: list.index } : {}),
        pk,
        ...bounds,
        descending: list.descending,
        // One more than the page, to know whether another follows. The bounds are inclusive, so the last record of the
        // previous page is read again and dropped.
        limit: end + 1 + (request.after ? 1 : 0),
      }),
    ),
  );
  const direction = list.descending ? -1 : 1;
  const merged = parts
    .flat()
    .filter((item) => position(item) !== request.after)
    .sort((a, b) => direction * (position(a) < position(b) ? -1 : 1))
    // An item that moves between partitions during the read is found in both.
    .filter((item, index, all) => index === 0 || position(item) !== position(all[index - 1]!))
    .slice(request.skip, end + 1);
  const items = merged.slice(0, request.limit);
  const last = items.at(-1);
  return { items, position, next: merged.length > request.limit && last ? position(last) : null };
}

/** Read one page of a list (through `loadPage` with `keyOfId`) and its total, where no counter has the total. */
export async function pageWithTotal<T>(list: ListQuery, request: PageRequest, keyOfId?: (id: string) => PrimaryKey) {
  const found = keyOfId ? loadPage<T>(list, request, keyOfId) : page<T>(list, request);
  const [records, total] = await Promise.all([found, totalOf(list, request)]);
  return { ...records, total };
}

/** Return the total of a list without a counter: counted on the first page, then carried by the cursor. */
export async function totalOf(list: ListQuery, request: PageRequest): Promise<number> {
  return request.total ?? countListing(list);
}

/** Count the records of a list between its bounds. */
export async function countListing(list: ListQuery): Promise<number> {
  const bounds = boundsAfter(list, null);
  if (bounds.from > bounds.to) return 0;
  const counts = await Promise.all(
    list.partitions.map((pk) => count({ ...(list.index ? { index: list.index } : {}), pk, ...bounds })),
  );
  return counts.reduce((sum, part) => sum + part, 0);
}

function boundsAfter(list: ListQuery, after: string | null): { from: string; to: string } {
  const bounds = { from: list.from ?? ' ', to: list.to ?? '~' };
  if (after !== null) bounds[list.descending ? 'to' : 'from'] = after;
  return bounds;
}
