import { api, unwrap } from '../../api/client.ts';
import { loadAllPages } from '../../api/pages.ts';
import type { Entry } from './calendar-events.ts';
import type { Range } from './periods.ts';
import { type ListedStatus, readAllStatuses } from './read-statuses.ts';

// The maximum of the API.
const PAGE_SIZE = 100;

/** Read all schedule entries of a range. Calls `onProgress` with the number of entries after each page. */
export async function loadRange(range: Range, onProgress: (count: number) => void): Promise<Entry[]> {
  const known = new Set<string>();
  const read = (status: ListedStatus) =>
    loadAllPages(async (cursor) => {
      // Without a status, the API lists unfinished entries.
      const query = { ...range, limit: PAGE_SIZE, ...(status === 'unfinished' ? {} : { status }), cursor };
      const page = await unwrap(api.GET('/schedule', { params: { query } }));
      for (const { id } of page.scheduled_posts) known.add(id);
      onProgress(known.size);
      return { items: page.scheduled_posts, nextCursor: page.pagination.next_cursor };
    });
  const hasStarted = Date.parse(range.from) < Date.now();
  return hasStarted ? readAllStatuses(read) : read('unfinished');
}
