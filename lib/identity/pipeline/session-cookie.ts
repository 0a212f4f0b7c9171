import { crossSiteRequest } from '../../core/problems/problems.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { parseSessionToken, SESSION_DAYS, type SessionName } from '../rules/session.ts';
import type { RequestContext } from './request-context.ts';

/** The name of the cookie that has the token of a session. */
export const SESSION_COOKIE = 'cis_session';

// Scripts cannot read it, and browsers send it to the endpoints of sessions alone, never on a request of another site.
const ATTRIBUTES = 'Path=/v1/auth; HttpOnly; Secure; SameSite=Strict';

/** Build the `Set-Cookie` header that stores the token of a session in a browser, for `seconds`. */
export function sessionCookie(token: string, seconds = (SESSION_DAYS * DAY_MS) / 1000): string {
  return `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}; Max-Age=${seconds}`;
}

/** Build the `Set-Cookie` header that deletes the cookie. */
export function deletedSessionCookie(): string {
  return `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;
}

/** Return the token in the cookie of a request, with the session that it names; null without a well-formed one. */
export function readSessionCookie({ event }: RequestContext): { token: string; name: SessionName } | null {
  const prefix = `${SESSION_COOKIE}=`;
  const token = event.cookies?.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length);
  const name = token === undefined ? null : parseSessionToken(token);
  return name && { token: token!, name };
}

/**
 * Assert that no page of another site has sent the request. Browsers state it in `Sec-Fetch-Site`; one that does not
 * sends `Origin` with each of these requests, and is rejected. Throws 403. Programs send neither header.
 */
export function assertSameSite({ event }: RequestContext): void {
  const { 'sec-fetch-site': site, origin } = event.headers ?? {};
  if (site === undefined ? origin === undefined : site === 'same-origin') return;
  throw crossSiteRequest('Cross-site requests are rejected. Use a current browser.');
}
