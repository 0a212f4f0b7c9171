import type { Role } from '../../../core/api/permission.ts';
import type { ApiError } from '../../../core/problems/define-problem.ts';
import { isId } from '../../../core/values/id.ts';
import { pick } from '../../../core/values/pick.ts';
import { formatInstant } from '../../../core/values/timestamps.ts';
import { commentLimit, otherUsersComment } from '../../problems.ts';
import type { WritingAgent } from '../content-approval.ts';

/** What a member or an external reviewer says about a content item. It is never published. */
export interface ReviewComment {
  id: string;
  workspace_id: string;
  content_id: string;
  author_id: string; // A member, or the review link of an external reviewer.
  author_name: string | null; // The name of an external reviewer or of a person in a portal; null for a member.
  agent_key?: string; // The agent key that wrote it. The member is responsible for it, and these are not their words.
  agent_name?: string; // The name of that key. Absent of a comment that an earlier version stored.
  body: string;
  created_at: string;
}

/** The maximum length of a review comment, in code points. */
export const MAX_COMMENT_LENGTH = 2_000;

/** The most review comments of a content item by members. Each review link has limits of its own. */
export const MAX_COMMENTS_PER_ITEM = 200;

/** The page of a review link shows this many comments: the latest. */
export const COMMENTS_ON_PAGE = 20;

/** How long review comments are stored: an item is planned at most 366 days ahead. */
export const COMMENT_RETENTION_DAYS = 400;

const ADMIN_ROLES: readonly Role[] = ['owner', 'admin'];

/** Create a review comment. */
export function newReviewComment(
  body: string,
  owner: {
    id: string;
    workspaceId: string;
    contentId: string;
    authorId: string;
    authorName?: string;
    agent?: WritingAgent | null;
  },
  nowMs: number,
): ReviewComment {
  const { id, workspaceId: workspace_id, contentId: content_id, authorId: author_id } = owner;
  const author_name = owner.authorName ?? null;
  const agent = owner.agent ? { agent_key: owner.agent.id, agent_name: owner.agent.name } : {};
  return { id, workspace_id, content_id, author_id, author_name, ...agent, body, created_at: formatInstant(nowMs) };
}

/** Build the error of an item that has the maximum number of review comments by members. */
export function commentLimitError(): ApiError {
  const detail = `A content item can have at most ${MAX_COMMENTS_PER_ITEM} review comments by members. Delete one first.`;
  return commentLimit(detail);
}

/** Return whether a comment is one of a member, and not of a review link. */
export function isByMember({ author_id }: ReviewComment): boolean {
  return isId('user', author_id);
}

/** Throw 403 unless a member may delete a review comment: its author, an owner or an admin. */
export function assertMayDeleteComment({ author_id }: ReviewComment, caller: { userId: string; role: Role }): void {
  if (author_id === caller.userId || ADMIN_ROLES.includes(caller.role)) return;
  throw otherUsersComment('Only the author, an owner or an admin can delete a comment.');
}

/** Return the agent key that wrote a comment, with the member who is responsible for it. Null for any other author. */
export function commentingAgent({ agent_key: id, agent_name, author_id }: ReviewComment): WritingAgent | null {
  return id === undefined ? null : { id, name: agent_name ?? id, user_id: author_id };
}

/** Build the API view of a review comment. */
export function toReviewCommentView(comment: ReviewComment) {
  return {
    ...pick(comment, 'id', 'content_id', 'author_id', 'author_name'),
    agent: commentingAgent(comment),
    ...pick(comment, 'body', 'created_at'),
  };
}
