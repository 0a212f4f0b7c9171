import type { ApiError } from '../../core/problems/define-problem.ts';
import { formatIdToken, parseIdToken } from '../../core/values/id-token.ts';
import { pick } from '../../core/values/pick.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { recentSignInRequired, sessionExpired } from '../sign-in-problems.ts';
import type { Member } from './member.ts';
import type { Portal } from './portal.ts';

/** A session of a member who has signed in. Stores only the hash of its token, which the browser has as a cookie. */
export interface Session {
  id: string;
  workspace_id: string;
  user_id: string;
  token_hash: string;
  created_at: string; // The sign-in.
  last_used_at: string; // The last request for an access token, to the hour.
  /** That of the member at the sign-in: the session ends when the member has another one. */
  sessions_ended_at?: string;
  /** Of a person in a portal, who is no member: `user_id` is that of the stage keys. Absent for a member. */
  portal?: Portal;
  version: number;
}

/** The session that a token names. */
export type SessionName = Pick<Session, 'workspace_id' | 'user_id' | 'id'>;

/** The most sessions of a member: a further sign-in ends the oldest. */
export const MAX_SESSIONS_PER_MEMBER = 50;
/** A session ends this many days after sign-in. */
export const SESSION_DAYS = 30;
/** A session ends after this many days without a request for an access token. */
const IDLE_SESSION_DAYS = 7;
/** Lifetime of an access token of a session, in seconds. The session is asked for the next one. */
const SESSION_TOKEN_SECONDS = 300;
/** How recent the sign-in must be of a session that adds what stays after its end, in milliseconds: ten minutes. */
const RECENT_SIGN_IN_MS = 600_000;
/** Resolution of the last use of a session, in milliseconds: an hour, so that few requests write it. */
const LAST_USE_RESOLUTION_MS = 3_600_000;

/** The time of a member until which all of their sessions have ended. */
type SessionsEnd = Pick<Member, 'sessions_ended_at'>;

/** Create a session of a member. Takes only the hash of its token. */
export function newSession(name: SessionName, { sessions_ended_at }: SessionsEnd, tokenHash: string, nowMs: number) {
  const now = formatInstant(nowMs);
  const session: Session = { ...name, token_hash: tokenHash, created_at: now, last_used_at: now, version: 0 };
  return sessions_ended_at === undefined ? session : { ...session, sessions_ended_at };
}

/** Return when a session ends, in epoch milliseconds. */
export function sessionEndMs({ created_at, last_used_at, portal }: Session): number {
  if (portal) return Date.parse(portal.ends_at);
  return Math.min(
    Date.parse(created_at) + SESSION_DAYS * DAY_MS,
    Date.parse(last_used_at) + IDLE_SESSION_DAYS * DAY_MS,
  );
}

/**
 * Return true until the session ends, by time or with all sessions of its member. The end is recognized without comparing
 * times: a sign-in at the same moment may have a later one, and be stored before.
 */
export function isSessionLive(session: Session, { sessions_ended_at }: SessionsEnd, nowMs: number): boolean {
  return session.sessions_ended_at === sessions_ended_at && nowMs < sessionEndMs(session);
}

/** End all sessions of a member that have begun, and those whose sign-in has read the member before. */
export function endSessions(member: Member, nowMs: number): Member {
  return { ...member, sessions_ended_at: formatInstant(nowMs) };
}

/**
 * Throw 403 unless the member has signed in within the last ten minutes. What a session adds then stays after its end, so
 * that a stolen session must not add it. `signedInAt` is null for an API key, which needs no sign-in.
 */
export function assertRecentSignIn(signedInAt: string | null, nowMs: number): void {
  if (signedInAt === null || nowMs - Date.parse(signedInAt) < RECENT_SIGN_IN_MS) return;
  throw recentSignInRequired('This requires a sign-in within the last ten minutes. Sign in again.');
}

/** Build the API view of a session. */
export function toSessionView(session: Session) {
  return { ...pick(session, 'id', 'created_at', 'last_used_at'), expires_at: formatInstant(sessionEndMs(session)) };
}

/** Record a use of a session. Returns the same object within an hour of the last recorded one. */
export function touchSession(session: Session, nowMs: number): Session {
  if (nowMs - Date.parse(session.last_used_at) < LAST_USE_RESOLUTION_MS) return session;
  return { ...session, last_used_at: formatInstant(nowMs) };
}

/** Return when an access token issued now expires, in epoch milliseconds: never after its session. */
export function sessionTokenExpiryMs(session: Session, nowMs: number): number {
  return Math.min(nowMs + SESSION_TOKEN_SECONDS * 1000, sessionEndMs(session));
}

/** Build the token of a session, which names its workspace, member and session. */
export function formatSessionToken({ workspace_id, user_id, id }: SessionName, secret: string): string {
  return formatIdToken([workspace_id, user_id, id], secret);
}

/** Return the session that a token names, or null for any other text. It selects what is read, and proves nothing. */
export function parseSessionToken(text: string): SessionName | null {
  const ids = parseIdToken(text, ['workspace', 'user', 'session']);
  return ids && { workspace_id: ids[0], user_id: ids[1], id: ids[2] };
}

/** Create the error for a session that is unknown, has ended, or belongs to a removed member. */
export function sessionExpiredError(headers: Record<string, string> = {}): ApiError {
  return sessionExpired('There is no session, or it has expired. Sign in again.', { headers });
}
