import { loadReconnectedAccounts } from '../../accounts/store/account-reservations.ts';
import { loadAccounts } from '../../accounts/store/accounts.ts';
import { contentEntity } from '../../content/entities/contents.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import type { Page } from '../../core/table/page.ts';
import { loadSupported } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import type { CalendarFeed } from '../rules/calendar-feed.ts';
import { type PlannedPost, plannedPost, READ_FIELDS, type ReadContent } from '../rules/calendar-file.ts';
import { type FeedWindow, MAX_EVENTS, MAX_PAGES } from '../rules/feed-window.ts';
import { loadPlannedEntries } from '../store/planned-entries.ts';

/** Items that are in memory at once: a feed keeps a part of each. */
const BATCH = 100;
const FIRST = { limit: MAX_EVENTS, after: null };

/** Load the posts of a feed in a window, soonest first. Of more than a thousand, the next ones, then the latest ones. */
export async function loadPlannedPosts(feed: CalendarFeed, { from, now, to }: FeedWindow): Promise<PlannedPost[]> {
  const accounts = await accountsOf(feed);
  const all = await loadPlannedEntries(feed.workspace_id, accounts, { from, to, descending: false }, FIRST);
  if (all.next === null) return postsOf(feed, all.records);
  const next = await collectPosts(feed, accounts, { from: now, to, descending: false }, MAX_EVENTS);
  const latest = await collectPosts(feed, accounts, { from, to: now, descending: true }, MAX_EVENTS - next.length);
  return [...latest.reverse(), ...next];
}

/** Load the account of a feed, and its present id where it was deleted and is connected again. Null for a feed of all accounts. */
async function accountsOf({ workspace_id, scope: { account } }: CalendarFeed): Promise<string[] | null> {
  return account === null ? null : [account, ...(await loadReconnectedAccounts(workspace_id, [account])).values()];
}

/** Load at most `limit` posts of a feed in an order: of a label, from as many pages as it takes, up to `MAX_PAGES`. */
async function collectPosts(
  feed: CalendarFeed,
  accounts: string[] | null,
  range: { from: string; to: string; descending: boolean },
  limit: number,
): Promise<PlannedPost[]> {
  const { label } = feed.scope;
  const posts: PlannedPost[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES && posts.length < limit; page++) {
    const request = { limit: label === null ? limit - posts.length : MAX_EVENTS, after };
    const { records, next }: Page<ScheduleEntry> = await loadPlannedEntries(
      feed.workspace_id,
      accounts,
      range,
      request,
    );
    posts.push(...(await postsOf(feed, records)));
    if (next === null) break;
    after = next;
  }
  return posts.slice(0, limit);
}

/** Return the posts of those entries that belong to the scope of a feed. */
async function postsOf({ workspace_id, scope }: CalendarFeed, entries: ScheduleEntry[]): Promise<PlannedPost[]> {
  const named = entries.flatMap(({ account_id }) => (account_id === null ? [] : [account_id]));
  const accounts = await loadAccounts(workspace_id, named);
  const posts: PlannedPost[] = [];
  for (let start = 0; start < entries.length; start += BATCH) {
    const part = entries.slice(start, start + BATCH);
    const items = await loadItems(workspace_id, part);
    for (const entry of part) {
      const item = items.get(entry.content_id);
      if (!item || (scope.label !== null && !item.labels.includes(scope.label))) continue;
      posts.push(plannedPost(entry, item, accounts.get(entry.account_id ?? '')?.name ?? null));
    }
  }
  return posts;
}

async function loadItems(workspace_id: string, entries: ScheduleEntry[]): Promise<Map<string, ReadContent>> {
  const ids = [...new Set(entries.map(({ content_id }) => content_id))];
  const keys = ids.map((id) => keyOf(contentEntity, { workspace_id, id }));
  const options = { attributes: READ_FIELDS, eventuallyConsistent: true };
  const { records } = await loadSupported<ReadContent>(keys, options);
  return new Map(records.map((item) => [item.id, item]));
}
