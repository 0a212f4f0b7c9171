import { api, unwrap } from '../../api/client.ts';
import type { Page } from '../../api/pages.ts';
import { type LoadedContent, loadContent } from '../../content/content.ts';
import { decodeCursor, encodeCursor, type Position } from './position.ts';

/** The approval statuses that the screen lists. */
export type ListedStatus = 'pending_approval' | 'changes_requested' | 'approved';

const LIMIT = 25;
/** A page has at least so many items, unless that takes too many requests. */
const ENOUGH = 10;
const MOST_REQUESTS = 5;
// A scheduled item has the status `scheduled` whatever its approval, and only the whole list has the approvals.
const WHOLE_LIMIT = 100;

/**
 * Load a page of the items with an approval status: first those without a time, then the scheduled ones. Each is read in
 * full, because a decision is about its content.
 */
export async function loadApprovals(status: ListedStatus, cursor?: string): Promise<Page<LoadedContent>> {
  let next: Position | null = decodeCursor(cursor ?? null);
  const ids: string[] = [];
  for (let request = 0; next && ids.length < ENOUGH && request < MOST_REQUESTS; request++) {
    const found: Found = await findIds(status, next);
    ids.push(...found.ids);
    next = found.next;
  }
  const items = await Promise.all(ids.map(loadContent));
  return { items, nextCursor: next && encodeCursor(next) };
}

interface Found {
  ids: string[];
  next: Position | null;
}

async function findIds(status: ListedStatus, { part, cursor }: Position): Promise<Found> {
  const isUnscheduled = part === 'unscheduled';
  const filter = isUnscheduled ? { status, limit: LIMIT } : { limit: WHOLE_LIMIT };
  const query = { ...filter, cursor: cursor ?? undefined };
  const { data, pagination } = await unwrap(api.GET('/content', { params: { query } }));
  const found = data.filter(
    (item) => isUnscheduled || (item.status === 'scheduled' && item.approval_status === status),
  );
  const ids = found.map(({ id }) => id);
  if (pagination.next_cursor) return { ids, next: { part, cursor: pagination.next_cursor } };
  return { ids, next: isUnscheduled ? { part: 'scheduled', cursor: null } : null };
}
