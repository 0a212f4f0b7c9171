import { newBearerSecret, secretHash } from '../../core/crypto/bearer-secret.ts';
import { crossSiteRequest } from '../../core/problems/problems.ts';
import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import { readSessionCookie } from '../../identity/pipeline/session-cookie.ts';
import { dashboardOrigin } from '../../identity/pipeline/stage-origin.ts';
import { isSessionLive } from '../../identity/rules/session.ts';
import { loadMember } from '../../identity/store/members.ts';
import { loadSessionByToken } from '../../identity/store/sessions.ts';
import { bindBrowser, type ConnectFlow } from '../rules/connect/connect-flow.ts';

/** From the start page to the end of the selection: twice ten minutes. */
const COOKIE_SECONDS = 1200;

const SECRET = /^[\w-]{43}$/;

/** Return the name of the cookie. With the prefix no other host can set it; browsers require https for that. */
function cookieName(context: RequestContext): string {
  return dashboardOrigin(context).startsWith('https:') ? '__Host-cis_connect' : 'cis_connect';
}

function readCookie(context: RequestContext): string | null {
  const prefix = `${cookieName(context)}=`;
  const secret = context.event.cookies?.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? '';
  return SECRET.test(secret) ? secret : null;
}

/**
 * Assert that a person opens the URL: neither a page in its place, nor a browser before the person does. Throws 403. Browsers
 * that do not state it, and programs, pass.
 */
export function assertNavigation({ event }: RequestContext): void {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination = 'document' } = event.headers ?? {};
  const isEarly = event.headers?.['sec-purpose'] !== undefined;
  if (mode === 'navigate' && destination === 'document' && !isEarly) return;
  throw crossSiteRequest('Open this URL in a window of its own.');
}

/** Return whether a request comes from the browser to which a flow is bound. */
export function isBrowserOf({ browser_hash }: ConnectFlow, context: RequestContext): boolean {
  const secret = readCookie(context);
  return secret !== null && secretHash(secret) === browser_hash;
}

/**
 * Bind a flow to the browser of a request, and to the member who is signed in there. Returns the `Set-Cookie` header: a browser
 * keeps its cookie, so that two flows work at the same time.
 */
export function bindToBrowser(
  flow: ConnectFlow,
  context: RequestContext,
  userId: string | null,
): { bound: ConnectFlow; cookie: string } {
  const secret = readCookie(context) ?? newBearerSecret();
  // Browsers omit a strict cookie on the redirect from the platform.
  const cookie = `${cookieName(context)}=${secret}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${COOKIE_SECONDS}`;
  return { bound: bindBrowser(flow, secretHash(secret), userId), cookie };
}

/** Return the member of the workspace of a flow who is signed in in the browser of a request, or null. */
export async function signedInMember(
  { workspace_id }: ConnectFlow,
  context: RequestContext,
  nowMs: number,
): Promise<string | null> {
  const cookie = readSessionCookie(context);
  const session = cookie && (await loadSessionByToken(cookie.name, cookie.token));
  // A portal session is of no member: its person selects on the page.
  const isOfWorkspace = session?.workspace_id === workspace_id && !session.portal;
  const member = isOfWorkspace ? await loadMember(workspace_id, session.user_id) : null;
  return session && member && isSessionLive(session, member, nowMs) ? member.id : null;
}
