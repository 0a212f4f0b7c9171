import { count, query } from './read.ts';
import { fromItem, type Item, isSupportedSchema } from './schema.ts';

/**
 * Which part of a list is asked for. `after` is the position of the last record of the page before, `total`
 * what the page before said there is; both are missing on the first page.
 */
export interface PageRequest {
  limit: number;
  skip: number;
  after: string | null;
  total?: number | null;
}

export interface Page<T> {
  records: T[];
  /** Position to continue after; null on the last page. */
  next: string | null;
  /** Items of this page that are left out of it, because their form is newer than this code. */
  unreadable: number;
}

/**
 * A list held in one or several partitions of the same order. Several are read side by side and merged, so
 * that a filter never reads what it does not answer: the cost of a page is that of its records, whatever
 * the size of the tenant.
 */
export interface ListQuery {
  index?: 'by_status' | 'by_parent';
  partitions: string[];
  from?: string | undefined;
  to?: string | undefined;
  descending: boolean;
}

/** One page of a listing. */
export async function page<T>(listing: ListQuery, request: PageRequest): Promise<Page<T>> {
  const wanted = request.skip + request.limit + 1;
  const sortKey = listing.index ? `${listing.index.slice('by_'.length)}_sk` : 'sk';
  const bounds = boundsAfter(listing, request.after);
  // Nothing lies between, and the table refuses to look there.
  if (bounds.from > bounds.to) return { records: [], next: null, unreadable: 0 };
  const parts = await Promise.all(
    listing.partitions.map((pk) =>
      query({
        ...(listing.index ? { index: listing.index } : {}),
        pk,
        ...bounds,
        descending: listing.descending,
        // The position itself is within the inclusive bounds, so one more is read and dropped.
        limit: wanted + (request.after ? 1 : 0),
      }),
    ),
  );
  const position = (item: Item) => String(item[sortKey]);
  const direction = listing.descending ? -1 : 1;
  const merged = parts
    .flat()
    .filter((item) => position(item) !== request.after)
    .sort((a, b) => direction * (position(a) < position(b) ? -1 : 1))
    // What moves from one partition to another while they are read is found in both.
    .filter((item, place, all) => place === 0 || position(item) !== position(all[place - 1]!))
    .slice(request.skip, wanted);
  const shown = merged.slice(0, request.limit);
  const last = shown.at(-1);
  const readable = shown.filter(isSupportedSchema);
  return {
    records: readable.map((item) => fromItem<T>(item)),
    unreadable: shown.length - readable.length,
    next: merged.length > request.limit && last ? position(last) : null,
  };
}

/** One page of a listing and its total, where nobody keeps count of it. */
export async function pageWithTotal<T>(
  listing: ListQuery,
  request: PageRequest,
): Promise<Page<T> & { total: number }> {
  const [found, total] = await Promise.all([page<T>(listing, request), totalOf(listing, request)]);
  return { ...found, total };
}

/**
 * The total of a listing that nobody keeps count of: counted on its first page, which costs by how many there
 * are, and remembered on the way through it, so that no later page does.
 */
export async function totalOf(listing: ListQuery, request: PageRequest): Promise<number> {
  return request.total ?? countListing(listing);
}

/** How many records a listing has between its bounds, by counting them. */
export async function countListing(listing: ListQuery): Promise<number> {
  const bounds = boundsAfter(listing, null);
  if (bounds.from > bounds.to) return 0;
  const counts = await Promise.all(
    listing.partitions.map((pk) =>
      count({
        ...(listing.index ? { index: listing.index } : {}),
        pk,
        ...bounds,
      }),
    ),
  );
  return counts.reduce((sum, part) => sum + part, 0);
}

function boundsAfter(listing: ListQuery, after: string | null): { from: string; to: string } {
  const bounds = { from: listing.from ?? ' ', to: listing.to ?? '~' };
  if (after !== null) bounds[listing.descending ? 'to' : 'from'] = after;
  return bounds;
}
