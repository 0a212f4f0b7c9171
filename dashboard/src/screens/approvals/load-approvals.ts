import { api, type Schemas, unwrap } from '../../api/client.ts';
import type { Page } from '../../api/pages.ts';
import { type LoadedContent, loadContent } from '../../content/content.ts';
import type { ThumbnailFile } from '../../content/thumbnail.tsx';
import { decodeCursor, encodeCursor, type Position } from './position.ts';

type Listed = Schemas['ContentList']['data'][number];

/** The approval statuses that the screen lists. */
export type ListedStatus = Exclude<NonNullable<Listed['approval_status']>, 'not_submitted'>;

/** An item with the thumbnail that the list has of it. */
export type ListedApproval = LoadedContent & { thumbnail: ThumbnailFile };

const LIMIT = 25;
/** A page has at least so many items, unless that takes too many requests. */
const ENOUGH = 10;
const MOST_REQUESTS = 5;
// A scheduled item has the status `scheduled` whatever its approval.
const SCHEDULED_LIMIT = 100;

/**
 * Load a page of the items with an approval status: first those without a time, then the scheduled ones. Each is read in
 * full, because a decision is about its content.
 */
export async function loadApprovals(status: ListedStatus, cursor?: string): Promise<Page<ListedApproval>> {
  let next: Position | null = decodeCursor(cursor ?? null);
  const listed: Listed[] = [];
  for (let request = 0; next && listed.length < ENOUGH && request < MOST_REQUESTS; request++) {
    const found: Found = await findItems(status, next);
    listed.push(...found.items);
    next = found.next;
  }
  const items = await Promise.all(listed.map(async ({ id, thumbnail }) => ({ ...(await loadContent(id)), thumbnail })));
  return { items, nextCursor: next && encodeCursor(next) };
}

interface Found {
  items: Listed[];
  next: Position | null;
}

async function findItems(status: ListedStatus, { part, cursor }: Position): Promise<Found> {
  const isUnscheduled = part === 'unscheduled';
  const filter = isUnscheduled ? { status, limit: LIMIT } : { status: 'scheduled' as const, limit: SCHEDULED_LIMIT };
  const query = { ...filter, cursor: cursor ?? undefined };
  const { data, pagination } = await unwrap(api.GET('/content', { params: { query } }));
  const items = data.filter((item) => isUnscheduled || item.approval_status === status);
  if (pagination.next_cursor) return { items, next: { part, cursor: pagination.next_cursor } };
  return { items, next: isUnscheduled ? { part: 'scheduled', cursor: null } : null };
}
