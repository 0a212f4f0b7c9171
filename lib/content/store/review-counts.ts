import type { Increment, Write } from '../../core/table/commit.ts';
import { counterEntity } from '../../core/table/entities.ts';
import { load } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { counterIncrement } from '../../core/table/versioned.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { COMMENT_RETENTION_DAYS, commentLimitError, MAX_COMMENTS_PER_ITEM } from '../rules/review/review-comment.ts';

// One counter for each item: `member_comments`, which are limited, and `links`, every link that was ever created.
const nameOf = (contentId: string) => `review-${contentId}`;

/** Build the write that counts a new comment of a member. Fails with 409 when its item has the maximum number. */
export function addedCommentWrite(workspaceId: string, contentId: string, nowMs: number): Write {
  return {
    ...reviewCountWrite(workspaceId, contentId, { member_comments: 1 }, nowMs),
    ifBelow: { attribute: 'member_comments', limit: MAX_COMMENTS_PER_ITEM },
    onConflict: commentLimitError,
  };
}

/** Build the write that counts a deleted comment of a member. */
export function removedCommentWrite(workspaceId: string, contentId: string, nowMs: number): Increment {
  return reviewCountWrite(workspaceId, contentId, { member_comments: -1 }, nowMs);
}

/** Load how many review links of an item were ever created. */
export async function loadCreatedLinks(workspaceId: string, contentId: string): Promise<number> {
  const key = keyOf(counterEntity, { workspace_id: workspaceId, name: nameOf(contentId) });
  return (await load<{ links?: number }>(key))?.links ?? 0;
}

/**
 * Build the write that counts a new review link. Of two at the same time one starts again, and counts the active links
 * again: `created` is the number that was read before them.
 */
export function addedLinkWrite(workspaceId: string, contentId: string, created: number, nowMs: number): Write {
  const write = reviewCountWrite(workspaceId, contentId, { links: 1 }, nowMs);
  return { ...write, ifBelow: { attribute: 'links', limit: created + 1 } };
}

/** The counter expires with the comments that it counts. */
function reviewCountWrite(workspaceId: string, contentId: string, by: Record<string, number>, nowMs: number) {
  const write = counterIncrement(workspaceId, nameOf(contentId), by);
  const expires_at_seconds = Math.ceil((nowMs + COMMENT_RETENTION_DAYS * DAY_MS) / 1000);
  return { ...write, set: { ...write.set, expires_at_seconds } };
}
