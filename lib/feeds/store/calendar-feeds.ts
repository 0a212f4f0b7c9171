import { secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, loadAll, loadPartition } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, partition } from '../../core/table/schema.ts';
import { counterIncrement, versioned } from '../../core/table/versioned.ts';
import { memberEntity } from '../../identity/entities/members.ts';
import type { Member } from '../../identity/rules/member.ts';
import { memberRead } from '../../identity/store/members.ts';
import { calendarFeedEntity } from '../entities/calendar-feeds.ts';
import { calendarFeedLimit } from '../problems.ts';
import { type CalendarFeed, MAX_FEEDS } from '../rules/calendar-feed.ts';
import { parseFeedToken } from '../rules/feed-token.ts';

function feedKey(workspace_id: string, id: string): PrimaryKey {
  return keyOf(calendarFeedEntity, { workspace_id, id });
}

function feedsOf(workspace_id: string): string {
  return partition(calendarFeedEntity, 'pk', { workspace_id });
}

/** Load a calendar feed of a workspace, or null. */
export function loadCalendarFeed(workspaceId: string, id: string): Promise<CalendarFeed | null> {
  return load<CalendarFeed>(feedKey(workspaceId, id));
}

/** List the calendar feeds of a workspace, oldest first, with their total. */
export function listCalendarFeeds(workspaceId: string, request: PageRequest): Promise<TotalPage<CalendarFeed>> {
  return pageWithTotal<CalendarFeed>({ partitions: [feedsOf(workspaceId)], descending: false }, request);
}

/** Load all calendar feeds of a workspace. There are at most 50. */
export function loadWorkspaceFeeds(workspaceId: string): Promise<CalendarFeed[]> {
  return loadPartition<CalendarFeed>(feedsOf(workspaceId));
}

/** Build the writes of a new calendar feed. They fail with 409 when the workspace has the maximum. */
export function newCalendarFeedWrites(feed: CalendarFeed): Write[] {
  const detail = `A workspace can have at most ${MAX_FEEDS} calendar feeds. Delete one first.`;
  return [
    versioned(calendarFeedEntity, null, feed),
    {
      ...feedCount(feed.workspace_id, 1),
      ifBelow: { attribute: 'feeds', limit: MAX_FEEDS },
      onConflict: () => calendarFeedLimit(detail),
    },
  ];
}

/** Build the change of the number of calendar feeds of a workspace. */
export function feedCount(workspace_id: string, by: 1 | -1) {
  return counterIncrement(workspace_id, 'calendar-feeds', { feeds: by });
}

/** Build the writes that delete a calendar feed, once. */
export function deleteCalendarFeedWrites({ workspace_id, id, version }: CalendarFeed): Write[] {
  return [{ delete: feedKey(workspace_id, id), condition: { version }, id }, feedCount(workspace_id, -1)];
}

/** What a feed needs of the newest entry of the audit log. */
export type LogHead = { number: number; hash: string };
/** Builds the key of the newest entry of a workspace. The audit log knows the feeds, and not the reverse. */
export type LogHeadKey = (workspaceId: string) => PrimaryKey;

/** The feed of a token, its creator, and the newest entry of the audit log; null for what does not exist. */
export type FoundFeed = { feed: CalendarFeed; creator: Member | null; head: LogHead | null };

/** Load the feed of a token in one request; null for any other text. */
export async function loadByFeedToken(token: string, logHeadKey: LogHeadKey): Promise<FoundFeed | null> {
  const name = parseFeedToken(token);
  if (!name) return null;
  const { workspace_id, created_by, id } = name;
  const keys = [
    feedKey(workspace_id, id),
    keyOf(memberEntity, { workspace_id, id: created_by }),
    logHeadKey(workspace_id),
  ];
  const [feed, stored, head] = (await loadAll<object>(keys)) as [CalendarFeed | null, Member | null, LogHead | null];
  const creator = memberRead(workspace_id, created_by, stored);
  return feed?.token_hash === secretHash(token) ? { feed, creator, head } : null;
}
