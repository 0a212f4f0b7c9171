import { formatIdToken, parseIdToken } from '../../../core/values/id-token.ts';

/** The review link that a token names. */
export type ReviewLinkName = { workspace_id: string; content_id: string; id: string };

/** Build the token of a review link, which names its workspace, item and link. */
export function formatReviewToken({ workspace_id, content_id, id }: ReviewLinkName, secret: string): string {
  return formatIdToken([workspace_id, content_id, id], secret);
}

/** Return the link that a token names, or null for any other text. It selects what is read, and proves nothing. */
export function parseReviewToken(text: string): ReviewLinkName | null {
  const ids = parseIdToken(text, ['workspace', 'content', 'reviewLink']);
  return ids && { workspace_id: ids[0], content_id: ids[1], id: ids[2] };
}
