import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';

/** The posts of a feed: those of one account, those of the items with a label, or with neither all of the workspace. */
export type FeedScope = { account: string | null; label: string | null };

/** A calendar of posts at a secret URL. Times are ISO 8601. */
export interface CalendarFeed {
  id: string;
  workspace_id: string;
  name: string;
  scope: FeedScope;
  token_hash: string;
  created_by: string; // The member whose permissions the feed has.
  created_at: string;
  version: number;
}

/** The most calendar feeds of a workspace. */
export const MAX_FEEDS = 50;

/** Create a calendar feed. Takes only the hash of its token. */
export function newCalendarFeed(
  input: Pick<CalendarFeed, 'name' | 'scope'>,
  owner: Pick<CalendarFeed, 'id' | 'workspace_id' | 'created_by' | 'token_hash'>,
  nowMs: number,
): CalendarFeed {
  return { ...owner, ...input, created_at: formatInstant(nowMs), version: 0 };
}

/** Build the API view of a feed, without its token. */
export function toCalendarFeedView(feed: CalendarFeed) {
  return pick(feed, 'id', 'name', 'scope', 'created_by', 'created_at');
}
