import { loadAccounts } from '../../accounts/store/accounts.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { loadSupported } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import type { CalendarFeed } from '../rules/calendar-feed.ts';
import { type PlannedPost, plannedPost, READ_FIELDS, type ReadContent } from '../rules/calendar-file.ts';
import type { FeedWindow } from '../rules/feed-window.ts';
import { loadPlannedEntries } from '../store/planned-entries.ts';

/** Items that are in memory at once: a feed keeps a part of each. */
const BATCH = 100;

/** Load the posts of a feed in a window, soonest first. */
export async function loadPlannedPosts(feed: CalendarFeed, window: FeedWindow): Promise<PlannedPost[]> {
  const { workspace_id } = feed;
  const { account, label } = feed.scope;
  const entries = await loadPlannedEntries(workspace_id, account, window);
  const named = entries.flatMap(({ account_id }) => (account_id === null ? [] : [account_id]));
  const accounts = await loadAccounts(workspace_id, named);
  const posts: PlannedPost[] = [];
  for (let start = 0; start < entries.length; start += BATCH) {
    const part = entries.slice(start, start + BATCH);
    const items = await loadItems(workspace_id, part);
    for (const entry of part) {
      const item = items.get(entry.content_id);
      if (!item || (label !== null && !item.labels.includes(label))) continue;
      posts.push(plannedPost(entry, item, accounts.get(entry.account_id ?? '')?.name ?? null));
    }
  }
  return posts;
}

async function loadItems(workspace_id: string, entries: ScheduleEntry[]): Promise<Map<string, ReadContent>> {
  const ids = [...new Set(entries.map(({ content_id }) => content_id))];
  const keys = ids.map((id) => keyOf('Content', { workspace_id, id }));
  const options = { attributes: READ_FIELDS, eventuallyConsistent: true };
  const { records } = await loadSupported<ReadContent>(keys, options);
  return new Map(records.map((item) => [item.id, item]));
}
