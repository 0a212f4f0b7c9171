import { api, unwrap } from '../../api/client.ts';
import { loadAllPages } from '../../api/pages.ts';
import type { Entry } from './calendar-events.ts';
import type { Range } from './periods.ts';

// The maximum of the API.
const PAGE_SIZE = 100;
// Without a status, the API lists unfinished entries.
const STATUSES = [undefined, 'published', 'partially_published', 'failed', 'unconfirmed'] as const;

/** Read all schedule entries of a range. Calls `onProgress` with the number of entries after each page. */
export async function loadRange(range: Range, onProgress: (count: number) => void): Promise<Entry[]> {
  let count = 0;
  const onPage = (size: number) => {
    count += size;
    onProgress(count);
  };
  const hasStarted = Date.parse(range.from) < Date.now();
  const statuses = hasStarted ? STATUSES : STATUSES.slice(0, 1);
  const lists = await Promise.all(
    statuses.map((status) =>
      loadAllPages(async (cursor) => {
        const query = { ...range, limit: PAGE_SIZE, status, cursor };
        const page = await unwrap(api.GET('/schedule', { params: { query } }));
        return { items: page.scheduled_posts, nextCursor: page.pagination.next_cursor };
      }, onPage),
    ),
  );
  // An entry that was published between two of the lists is in both. The later list is newer.
  return [...new Map(lists.flat().map((entry) => [entry.id, entry])).values()];
}
