import { formatIdToken, parseIdToken } from '../../core/values/id-token.ts';

/** The feed that a token names, and the member who created it. */
export type FeedName = { workspace_id: string; created_by: string; id: string };

/** Build the token of a calendar feed, which names its workspace, creator and feed. */
export function formatFeedToken({ workspace_id, created_by, id }: FeedName, secret: string): string {
  return formatIdToken([workspace_id, created_by, id], secret);
}

/** Return the feed that a token names, or null for any other text. It selects what is read, and proves nothing. */
export function parseFeedToken(text: string): FeedName | null {
  const ids = parseIdToken(text, ['workspace', 'user', 'calendarFeed']);
  return ids && { workspace_id: ids[0], created_by: ids[1], id: ids[2] };
}
