import type { Write } from '../../core/table/commit.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, loadPartition } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, partition, toItem } from '../../core/table/schema.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { COMMENT_RETENTION_DAYS, type ReviewComment } from '../rules/review-comment.ts';
import { addedCommentWrite, removedCommentWrite } from './review-counts.ts';

function commentKey(workspaceId: string, contentId: string, id: string): PrimaryKey {
  return keyOf('ReviewComment', { workspace_id: workspaceId, content_id: contentId, id });
}

function commentsOf(workspaceId: string, contentId: string): string {
  return partition('ReviewComment', 'pk', { workspace_id: workspaceId, content_id: contentId });
}

/** Load a review comment of a content item, or null. */
export function loadReviewComment(workspaceId: string, contentId: string, id: string): Promise<ReviewComment | null> {
  return load<ReviewComment>(commentKey(workspaceId, contentId, id));
}

/** List the review comments of a content item, oldest first, with their total. */
export function listReviewComments(
  workspaceId: string,
  contentId: string,
  request: PageRequest,
): Promise<TotalPage<ReviewComment>> {
  const partitions = [commentsOf(workspaceId, contentId)];
  return pageWithTotal<ReviewComment>({ partitions, descending: false }, request);
}

/** Load all review comments of a content item, oldest first. */
export function loadReviewComments(workspaceId: string, contentId: string): Promise<ReviewComment[]> {
  return loadPartition<ReviewComment>(commentsOf(workspaceId, contentId));
}

/** Build the write of a review comment, which expires after 400 days, also when its item is deleted before. */
export function reviewCommentWrite(comment: ReviewComment): Write {
  const expiresAtMs = Date.parse(comment.created_at) + COMMENT_RETENTION_DAYS * DAY_MS;
  return { put: toItem('ReviewComment', comment, {}, expiresAtMs), condition: 'absent' };
}

/** Build the writes of a new review comment. They fail with 409 when its item has the maximum number. */
export function newReviewCommentWrites(comment: ReviewComment): Write[] {
  const { workspace_id, content_id, created_at } = comment;
  return [reviewCommentWrite(comment), addedCommentWrite(workspace_id, content_id, Date.parse(created_at))];
}

/** Build the writes that delete a review comment. */
export function deleteReviewCommentWrites({ workspace_id, content_id, id }: ReviewComment, nowMs: number): Write[] {
  return [
    { delete: commentKey(workspace_id, content_id, id), condition: 'present' },
    removedCommentWrite(workspace_id, content_id, nowMs),
  ];
}
