import { fieldError } from '../../../core/problems/request-errors.ts';
import { isId } from '../../../core/values/id.ts';
import { pick } from '../../../core/values/pick.ts';
import { DAY_MS, formatInstant, parseTimestampField } from '../../../core/values/timestamps.ts';
import { approvalNotPermitted } from '../../../identity/problems.ts';
import type { CredentialHolder } from '../../../identity/rules/credential.ts';
import type { WorkspaceSettings } from '../../../identity/rules/workspace-settings.ts';
import { reviewLinkLimit } from '../../problems.ts';
import { type ApprovalActor, approvalActor, decisionObstacle } from '../approval/approval.ts';
import type { Content } from '../content.ts';
import type { ReviewRejection } from './review-rejection.ts';

/** What a review link allows besides seeing the item: to comment, or also to decide about it. */
export const REVIEW_PERMISSIONS = ['comment', 'approve'] as const;
export type ReviewPermission = (typeof REVIEW_PERMISSIONS)[number];

/** `comment_only`: it may no longer decide, because the access that created it has ended. `expired` follows from the time. */
export const REVIEW_LINK_STATUSES = ['active', 'comment_only', 'expired', 'revoked'] as const;
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
  client_id?: string; // The session or API key that created it. Absent of an earlier version.
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
  owner: Pick<ReviewLink, 'id' | 'workspace_id' | 'content_id' | 'created_by' | 'client_id' | 'token_hash'>,
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

/** A link with what its creator may do now by the credential that created it. */
export interface HeldLink {
  link: ReviewLink;
  holder: CredentialHolder;
}

/** Return when a link was revoked, alone or with all sessions of its creator. Null for any other link. */
function revokedAt({ link, holder: { member } }: HeldLink): string | null {
  const ended = member?.sessions_ended_at;
  const endsWithSessions = ended !== undefined && Date.parse(link.created_at) <= Date.parse(ended);
  return link.revoked_at ?? (endsWithSessions ? ended : null);
}

/** Return the status of a link at a time. */
export function reviewLinkStatus(held: HeldLink, nowMs: number): ReviewLinkStatus {
  if (revokedAt(held) !== null) return 'revoked';
  if (Date.parse(held.link.expires_at) <= nowMs) return 'expired';
  return held.link.permission === 'approve' && approvalEnd(held) !== null ? 'comment_only' : 'active';
}

/** Return whether a link with a status opens its page. */
export function isOpen(status: ReviewLinkStatus): boolean {
  return status === 'active' || status === 'comment_only';
}

/** Throw 409 when an item has the maximum number of active links. */
export function assertBelowLinkLimit(links: HeldLink[], nowMs: number): void {
  const open = links.filter((held) => isOpen(reviewLinkStatus(held, nowMs)));
  if (open.length < MAX_ACTIVE_LINKS) return;
  const detail = `A content item can have at most ${MAX_ACTIVE_LINKS} active review links. Revoke one first.`;
  throw reviewLinkLimit(detail);
}

/**
 * Return why a link with the permission to approve may no longer decide, or null. Its right is that of the session or API
 * key that created it, and ends with it.
 */
export function approvalEnd({ link, holder }: HeldLink): string | null {
  const { member, permissions } = holder;
  if (!member?.permissions.includes('content:approve')) {
    return 'The member who created this review link can no longer approve.';
  }
  if (link.client_id === undefined || !permissions.includes('content:approve')) {
    return 'The access with which this review link was created has ended.';
  }
  return null;
}

/**
 * Return the actor of a decision by a link: its reviewer, on behalf of the member who created it. Or the reason why
 * there is none: a link without the permission, or whose creator or credential has lost the right to approve.
 */
function findReviewActor(held: HeldLink): { actor: ApprovalActor } | { obstacle: string } {
  const { id, name, permission } = held.link;
  if (permission !== 'approve') return { obstacle: 'This review link only allows comments.' };
  const { member } = held.holder;
  const obstacle = approvalEnd(held);
  if (obstacle !== null || member === null) return { obstacle: obstacle ?? '' };
  return { actor: { ...approvalActor(member), reviewer: { id, name } } };
}

/** Return the actor of a decision by a link: its reviewer, on behalf of the member who created it. Throws 403. */
export function reviewActor(held: HeldLink): ApprovalActor {
  const found = findReviewActor(held);
  if ('obstacle' in found) throw approvalNotPermitted(found.obstacle);
  return found.actor;
}

/** Return whether a link may decide about its item, as the settings and its creator stand now. */
export function mayDecide(held: HeldLink, content: Content, settings: WorkspaceSettings): boolean {
  const found = findReviewActor(held);
  return 'actor' in found && decisionObstacle(found.actor, content, settings) === null;
}

/**
 * Return whether a link may approve an item, whatever the settings say: one that an API key created does not approve what
 * an agent wrote. The program that has the key can also send the form of the page, so no person need be there.
 */
export function isLinkForApproval({ client_id = '' }: ReviewLink, { agents }: Pick<Content, 'agents'>): boolean {
  return isId('session', client_id) || agents.length === 0;
}

/** Throw 403 when a caller is limited to IP addresses: the page of a link that may approve works from all of them. */
export function assertFromAnywhere(allowedIps: readonly string[]): void {
  if (allowedIps.length === 0) return;
  const detail =
    'This API key has allowed_ips, and the page of a review link works from every address. Create a link that may approve in the dashboard or with another key.';
  throw approvalNotPermitted(detail);
}

/** Revoke a link. A link that is revoked stays as it is. */
export function revokeReviewLink(link: ReviewLink, nowMs: number): ReviewLink {
  return link.revoked_at === null ? { ...link, revoked_at: formatInstant(nowMs) } : link;
}

/** Return which limit of comments a link has reached, or null. Links do not count for those of members. */
export function commentObstacle(
  { comment_count = 0, last_comments = [] }: ReviewLink,
  nowMs: number,
): { rejection: ReviewRejection; max: number } | null {
  if (comment_count >= MAX_COMMENTS_PER_LINK) return { rejection: 'too_many_comments', max: MAX_COMMENTS_PER_LINK };
  const recent = last_comments.filter((time) => Date.parse(time) > nowMs - HOUR_MS);
  if (recent.length < MAX_LINK_COMMENTS_PER_HOUR) return null;
  return { rejection: 'too_many_comments_this_hour', max: MAX_LINK_COMMENTS_PER_HOUR };
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

/** Build the API view of a link among those of its creator. */
export function toMemberLinkView(held: HeldLink, nowMs: number) {
  const { revoked_at: _, last_used_at: __, created_by: ___, ...view } = toReviewLinkView(held, nowMs);
  return view;
}

/** Build the API view of a link, without its token. */
export function toReviewLinkView(held: HeldLink, nowMs: number) {
  const { link } = held;
  return {
    ...pick(link, 'id', 'content_id', 'name', 'permission'),
    status: reviewLinkStatus(held, nowMs),
    created_by: link.created_by,
    client_id: link.client_id ?? null,
    ...pick(link, 'created_at', 'expires_at'),
    revoked_at: revokedAt(held),
    last_used_at: link.last_used_at,
  };
}
