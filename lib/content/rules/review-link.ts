import { ApiError, fieldError } from '../../core/problems/api-error.ts';
import { pick } from '../../core/values/pick.ts';
import { DAY_MS, formatInstant, parseTimestampField } from '../../core/values/timestamps.ts';
import type { Member } from '../../identity/rules/member.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { type ApprovalActor, decisionObstacle } from './approval.ts';
import type { Content } from './content.ts';

/** What a review link allows besides seeing the item: to comment, or also to decide about it. */
export const REVIEW_PERMISSIONS = ['comment', 'approve'] as const;
export type ReviewPermission = (typeof REVIEW_PERMISSIONS)[number];

/** `expired` follows from the time. */
export const REVIEW_LINK_STATUSES = ['active', 'expired', 'revoked'] as const;
export type ReviewLinkStatus = (typeof REVIEW_LINK_STATUSES)[number];

/** A link by which a person without an account reviews one content item. Times are ISO 8601. */
export interface ReviewLink {
  id: string;
  workspace_id: string;
  content_id: string;
  name: string; // The name of the person it is for.
  permission: ReviewPermission;
  token_hash: string;
  created_by: string; // The member on whose behalf the reviewer decides.
  by_session?: true; // That member created it with a session. Absent for an API key, and of an earlier version.
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  last_used_at: string | null; // Time of the last comment or decision.
  comment_count?: number; // Of all comments, also deleted ones. Absent for none, and before they were counted.
  last_comments?: string[]; // Times of the latest comments, as many as an hour may have.
  version: number;
}

/** The most comments by one link: in an hour, and in all. */
export const MAX_LINK_COMMENTS_PER_HOUR = 20;
export const MAX_COMMENTS_PER_LINK = 50;

const HOUR_MS = 3_600_000;

/** The most active review links of a content item. */
export const MAX_ACTIVE_LINKS = 20;

const DEFAULT_DAYS = 14;
const MAX_DAYS = 90;
/** How long a link is listed after its end, so that its page can say why it has ended. */
const RETENTION_DAYS = 30;

/** Create a review link. Takes only the hash of its token. */
export function newReviewLink(
  input: Pick<ReviewLink, 'name' | 'permission' | 'expires_at'>,
  owner: Pick<ReviewLink, 'id' | 'workspace_id' | 'content_id' | 'created_by' | 'by_session' | 'token_hash'>,
  nowMs: number,
): ReviewLink {
  const unused = { revoked_at: null, last_used_at: null, version: 0 };
  return { ...owner, ...input, created_at: formatInstant(nowMs), ...unused };
}

/** Return when a new link expires: after 14 days, or at the given time. Throws 422 unless that is in the next 90 days. */
export function reviewLinkExpiry(text: string | undefined, nowMs: number): string {
  if (text === undefined) return formatInstant(nowMs + DEFAULT_DAYS * DAY_MS);
  const timeMs = parseTimestampField('/expires_at', text);
  if (timeMs <= nowMs) throw fieldError('/expires_at', 'time_in_past', 'Must be in the future.');
  if (timeMs > nowMs + MAX_DAYS * DAY_MS) {
    throw fieldError('/expires_at', 'time_too_far', `Must not be more than ${MAX_DAYS} days in the future.`);
  }
  return formatInstant(timeMs);
}

/** Return the status of a link at a time. */
export function reviewLinkStatus(link: ReviewLink, nowMs: number): ReviewLinkStatus {
  if (link.revoked_at !== null) return 'revoked';
  return Date.parse(link.expires_at) > nowMs ? 'active' : 'expired';
}

/** Throw 409 when an item has the maximum number of active links. */
export function assertBelowLinkLimit(links: ReviewLink[], nowMs: number): void {
  const active = links.filter((link) => reviewLinkStatus(link, nowMs) === 'active');
  if (active.length < MAX_ACTIVE_LINKS) return;
  const detail = `A content item can have at most ${MAX_ACTIVE_LINKS} active review links. Revoke one first.`;
  throw new ApiError('review_link_limit', detail);
}

/**
 * Return the actor of a decision by a link: its reviewer, on behalf of the member who created it. Or the reason why
 * there is none: a link without the permission, or that member (null once removed) has lost the right to approve.
 */
function findReviewActor(
  { id, name, permission }: ReviewLink,
  creator: Member | null,
): { actor: ApprovalActor } | { obstacle: string } {
  if (permission !== 'approve') return { obstacle: 'This review link only allows comments.' };
  if (!creator?.permissions.includes('content:approve')) {
    return { obstacle: 'The member who created this review link can no longer approve.' };
  }
  return { actor: { userId: creator.id, role: creator.role, reviewer: { id, name } } };
}

/** Return the actor of a decision by a link: its reviewer, on behalf of the member who created it. Throws 403. */
export function reviewActor(link: ReviewLink, creator: Member | null): ApprovalActor {
  const found = findReviewActor(link, creator);
  if ('obstacle' in found) throw new ApiError('approval_not_permitted', found.obstacle);
  return found.actor;
}

/** Return whether a link may decide about its item, as the settings and the member who created it stand now. */
export function mayDecide(
  link: ReviewLink,
  creator: Member | null,
  content: Content,
  settings: WorkspaceSettings,
): boolean {
  const found = findReviewActor(link, creator);
  return 'actor' in found && decisionObstacle(found.actor, content, settings) === null;
}

/**
 * Return whether a link may approve an item, whatever the settings say: one that an API key created does not approve what
 * an agent wrote. The program that has the key can also send the form of the page, so no person need be there.
 */
export function isLinkForApproval({ by_session }: ReviewLink, { agents }: Pick<Content, 'agents'>): boolean {
  return by_session === true || agents.length === 0;
}

/** Revoke a link. A link that is revoked stays as it is. */
export function revokeReviewLink(link: ReviewLink, nowMs: number): ReviewLink {
  return link.revoked_at === null ? { ...link, revoked_at: formatInstant(nowMs) } : link;
}

/** Return why a link may not comment now, or null. Its limits are its own: those of members are not reached by links. */
export function commentObstacle({ comment_count = 0, last_comments = [] }: ReviewLink, nowMs: number): string | null {
  if (comment_count >= MAX_COMMENTS_PER_LINK) return `This link allows at most ${MAX_COMMENTS_PER_LINK} comments.`;
  const recent = last_comments.filter((time) => Date.parse(time) > nowMs - HOUR_MS);
  if (recent.length < MAX_LINK_COMMENTS_PER_HOUR) return null;
  return `This link allows at most ${MAX_LINK_COMMENTS_PER_HOUR} comments an hour. Try again later.`;
}

/** Count a comment by a link. */
export function countLinkComment(link: ReviewLink, nowMs: number): ReviewLink {
  const { comment_count = 0, last_comments = [] } = link;
  const times = [...last_comments, formatInstant(nowMs)].slice(-MAX_LINK_COMMENTS_PER_HOUR);
  return { ...link, comment_count: comment_count + 1, last_comments: times };
}

/** Record a comment or a decision by a link. */
export function usedReviewLink(link: ReviewLink, nowMs: number): ReviewLink {
  return { ...link, last_used_at: formatInstant(nowMs) };
}

/** Return when the item of a link may be deleted, as epoch milliseconds. */
export function reviewLinkEndMs({ expires_at, revoked_at }: ReviewLink): number {
  return Date.parse(revoked_at ?? expires_at) + RETENTION_DAYS * DAY_MS;
}

/** Build the API view of a link, without its token. */
export function toReviewLinkView(link: ReviewLink, nowMs: number) {
  return {
    ...pick(link, 'id', 'content_id', 'name', 'permission'),
    status: reviewLinkStatus(link, nowMs),
    ...pick(link, 'created_by', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'),
  };
}
