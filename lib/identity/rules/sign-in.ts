import type { ApiError } from '../../core/problems/define-problem.ts';
import { formatIdToken, parseIdToken } from '../../core/values/id-token.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { signInLinkExpired } from '../sign-in-problems.ts';
import type { Member } from './member.ts';
import type { Workspace } from './workspace.ts';

/** How long a sign-in link is valid, and how long after its request it is sent, in milliseconds: 15 minutes. */
export const SIGN_IN_LINK_MS = 15 * 60_000;
/**
 * The time between two emails with links to a member, in milliseconds: a minute. The link of the first one is valid for
 * longer, so that no request of a stranger keeps the member from having one.
 */
const EMAIL_INTERVAL_MS = 60_000;
/** At most this many links are sent for one request: one for each workspace of the address, those joined first. */
export const MAX_LINKS_PER_REQUEST = 20;

/** A request for sign-in links, made with any address. Deleted after a day. */
export interface SignInRequest {
  id: string;
  email_hash: string;
  requested_at: string;
  expires_at_ms: number;
}

/** The member of a sign-in link. */
export type SignInName = { workspace_id: string; user_id: string };

/** A link that signs a member in once. Stored by the hash of its token. */
export interface SignInLink extends SignInName {
  hash: string;
  request_id: string | null; // Of the request that it answers; null for one of which no email was sent.
  created_at: string;
  expires_at_ms: number;
}

/** Build the token of a sign-in link, which names its workspace and member. */
export function formatSignInToken({ workspace_id, user_id }: SignInName, secret: string): string {
  return formatIdToken([workspace_id, user_id], secret);
}

/** Return the member that a token names, or null for any other text. It selects what is read, and proves nothing. */
export function parseSignInToken(text: string): SignInName | null {
  const ids = parseIdToken(text, ['workspace', 'user']);
  return ids && { workspace_id: ids[0], user_id: ids[1] };
}

/** Create a sign-in link, given the hash of its token. */
export function newSignInLink(
  { workspace_id, user_id }: SignInName,
  hash: string,
  {
    requestId = null,
    nowMs,
    validMs = SIGN_IN_LINK_MS,
  }: { requestId?: string | null; nowMs: number; validMs?: number },
): SignInLink {
  const times = { created_at: formatInstant(nowMs), expires_at_ms: nowMs + validMs };
  return { hash, workspace_id, user_id, request_id: requestId, ...times };
}

/** Return whether another request than this one has brought an email within the last minute, whose link is unused. */
export function hasRecentLink(links: readonly SignInLink[], requestId: string, nowMs: number): boolean {
  return links.some(
    ({ request_id, created_at }) =>
      request_id !== null && request_id !== requestId && nowMs - Date.parse(created_at) < EMAIL_INTERVAL_MS,
  );
}

/** Build the API view of a sign-in link, which shows what it leads to before it is used. */
export function toSignInLinkView(link: SignInLink, workspace: Workspace, member: Member) {
  return {
    workspace: { id: workspace.id, name: workspace.name },
    user: { id: member.id, name: member.name, email: member.email },
    expires_at: formatInstant(link.expires_at_ms),
  };
}

/** Build the URL that signs in. The token is in the fragment, which browsers send to no server. */
export function signInUrl(dashboardOrigin: string, token: string): string {
  return `${dashboardOrigin}/app/#/sign-in?token=${token}`;
}

/** Create the error for a link that is unknown, used or expired, or whose member was removed. */
export function signInLinkError(): ApiError {
  return signInLinkExpired('The sign-in link is unknown, used or expired. Request a new one.');
}
