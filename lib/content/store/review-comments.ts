import type { Write } from '../../core/table/commit.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, query } from '../../core/table/read.ts';
import { fromItem, keyOf, type PrimaryKey, partition, toItem } from '../../core/table/schema.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { reviewCommentEntity } from '../entities/reviews.ts';
import { COMMENT_RETENTION_DAYS, isByMember, type ReviewComment } from '../rules/review/review-comment.ts';
import { addedCommentWrite, removedCommentWrite } from './review-counts.ts';

function commentKey(workspaceId: string, contentId: string, id: string): PrimaryKey {
  return keyOf(reviewCommentEntity, { workspace_id: workspaceId, content_id: contentId, id });
}

function commentsOf(workspaceId: string, contentId: string): string {
  return partition(reviewCommentEntity, 'pk', { workspace_id: workspaceId, content_id: contentId });
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

/** Load the latest review comments of a content item, oldest first. */
export async function loadLatestComments(
  workspaceId: string,
  contentId: string,
  limit: number,
): Promise<ReviewComment[]> {
  const items = await query({ pk: commentsOf(workspaceId, contentId), descending: true, limit });
  return items.map((item) => fromItem<ReviewComment>(item)).reverse();
}

/** Build the write of a review comment, which expires after 400 days, also when its item is deleted before. */
export function reviewCommentWrite(comment: ReviewComment): Write {
  const expiresAtMs = Date.parse(comment.created_at) + COMMENT_RETENTION_DAYS * DAY_MS;
  return { put: toItem(reviewCommentEntity, comment, {}, expiresAtMs), condition: 'absent' };
}

/** Build the writes of a new comment. That of a member fails with 409 when its item has the maximum number. */
export function newReviewCommentWrites(comment: ReviewComment): Write[] {
  const { workspace_id, content_id, created_at } = comment;
  const counted = isByMember(comment) ? [addedCommentWrite(workspace_id, content_id, Date.parse(created_at))] : [];
  return [reviewCommentWrite(comment), ...counted];
}

/** Build the writes that delete a review comment. */
export function deleteReviewCommentWrites(comment: ReviewComment, nowMs: number): Write[] {
  const { workspace_id, content_id, id } = comment;
  return [
    { delete: commentKey(workspace_id, content_id, id), condition: 'present' },
    ...(isByMember(comment) ? [removedCommentWrite(workspace_id, content_id, nowMs)] : []),
  ];
}
