import { api, unwrap } from '../../api/client.ts';
import type { Entry } from './calendar-events.ts';
import type { Range } from './periods.ts';

// The maximum of the API.
const PAGE_SIZE = 100;
// Without a status, the API lists unfinished entries.
const STATUSES = [undefined, 'published', 'failed', 'unconfirmed'] as const;

/** Read all schedule entries of a range. Calls `onProgress` with the number of entries after each page. */
export async function loadRange(range: Range, onProgress: (count: number) => void): Promise<Entry[]> {
  let count = 0;
  const onPage = (size: number) => {
    count += size;
    onProgress(count);
  };
  const hasStarted = Date.parse(range.from) < Date.now();
  const statuses = hasStarted ? STATUSES : STATUSES.slice(0, 1);
  const lists = await Promise.all(statuses.map((status) => readEntries(range, status, onPage)));
  // An entry that was published between two of the lists is in both. The later list is newer.
  return [...new Map(lists.flat().map((entry) => [entry.id, entry])).values()];
}

async function readEntries(
  range: Range,
  status: (typeof STATUSES)[number],
  onPage: (size: number) => void,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...range, limit: PAGE_SIZE, ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) };
    const page: { scheduled_posts: Entry[]; pagination: { next_cursor: string | null } } = await unwrap(
      api.GET('/schedule', { params: { query } }),
    );
    entries.push(...page.scheduled_posts);
    onPage(page.scheduled_posts.length);
    cursor = page.pagination.next_cursor;
  } while (cursor);
  return entries;
}
