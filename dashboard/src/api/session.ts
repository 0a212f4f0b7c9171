import { storePortal } from '../portal.ts';
import { ApiUnreachable, problemOf, SessionEnded } from './problem.ts';
import type { components } from './schema.d.ts';

type Schemas = components['schemas'];

/** The signed-in member, as the exchange of the session cookie returns it. */
export type Session = Schemas['SessionToken'];
export type Permission = Session['permissions'][number];
export type Role = Session['user']['role'];

type Listener = (session: Session | null) => void;
type SignInListener = () => void;

// A token that is about to expire could expire on its way.
const RENEW_BEFORE_MS = 30_000;

let current: { session: Session; expiresAtMs: number } | null = null;
let pending: Promise<Session> | null = null;
/** The member whose data this page has loaded. */
let identity: string | null = null;
const listeners = new Set<Listener>();
const signInListeners = new Set<SignInListener>();

// A sign-in in another tab, where the emailed link opens, ends the wait of this one. A sign-out there ends this one.
const channel = new BroadcastChannel('session');
channel.onmessage = ({ data }) => {
  if (data === 'signed out') return location.reload();
  pending = null;
  void renewSession().then(announceSignIn, () => undefined);
};

/** Return the session with a valid access token. Throws `SessionEnded` without a session cookie. */
export async function activeSession(): Promise<Session> {
  if (current && current.expiresAtMs - RENEW_BEFORE_MS > Date.now()) return current.session;
  return renewSession();
}

/** Exchange the session cookie for a new access token. Concurrent calls share one request. */
export function renewSession(): Promise<Session> {
  if (pending) return pending;
  const started = exchange().finally(() => {
    if (pending === started) pending = null;
  });
  pending = started;
  return started;
}

async function exchange(): Promise<Session> {
  const session = await requestSession();
  if (!session) {
    publish(null);
    throw new SessionEnded();
  }
  if (storePortal(session.portal)) {
    // It shows itself in another name and language.
    location.reload();
    throw new SessionEnded();
  }
  const owner = `${session.workspace.id} ${session.user.id}`;
  if (identity !== null && identity !== owner) {
    // Another member signed in with this browser: nothing of the previous one is shown, or sent in their name.
    location.reload();
    throw new SessionEnded();
  }
  identity = owner;
  publish(session);
  return session;
}

/** Email a link to sign in. The response does not say whether the address belongs to a member. */
export async function requestSignInLink(email: string): Promise<void> {
  const response = await send('POST', '/v1/auth/sign-in', { email });
  if (!response.ok) throw await problemOf(response);
}

/** Return the workspace and the member that an emailed link leads to. The link stays unused. */
export async function readSignInLink(token: string): Promise<Schemas['SignInLink']> {
  const response = await send('POST', '/v1/auth/sign-in/link', { token });
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

/** Receive the session cookie for the token of an emailed link, which works once. */
export async function startSession(token: string): Promise<void> {
  const response = await send('POST', '/v1/auth/sessions', { token });
  if (!response.ok) throw await problemOf(response);
}

/** Return the workspace, the role and the email address of an invitation. It stays open. */
export async function readInvitation(token: string): Promise<Schemas['InvitationLink']> {
  const response = await send('POST', '/v1/auth/invitations/link', { token });
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

/** Become a member by an invitation, which works once, and receive the session cookie. */
export async function acceptInvitation(token: string, name: string): Promise<void> {
  const response = await send('POST', '/v1/auth/invitations', { token, name });
  if (!response.ok) throw await problemOf(response);
}

/** Return the session of the cookie, with a new access token. Null without one. */
export async function requestSession(): Promise<Session | null> {
  const response = await send('POST', '/v1/auth/sessions/token');
  if (response.status === 401) return null;
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

/** Receive the session cookie for the token of a portal link, which works once, and load the page in its name. */
export async function enterPortal(token: string): Promise<void> {
  const response = await send('POST', '/v1/auth/portal-sessions', { token });
  if (!response.ok) throw await problemOf(response);
  // The link is used up: what fails after it must not be repeated with it.
  const session = await requestSession()
    .catch(requestSession)
    .catch(() => null);
  storePortal(session?.portal ?? null);
  channel.postMessage('signed in');
  location.reload();
}

/** Continue with the session that the browser has received: in this tab, and in those whose session has ended. */
export async function continueSession(): Promise<void> {
  // An exchange on its way has the previous cookie.
  pending = null;
  await renewSession();
  announceSignIn();
  channel.postMessage('signed in');
}

/** End the session on the server and forget its access token. */
export async function endSession(): Promise<void> {
  const response = await send('DELETE', '/v1/auth/sessions');
  if (!response.ok && response.status !== 401) throw await problemOf(response);
  current = null;
  channel.postMessage('signed out');
}

/** Call the listener with each new state of the session. Returns a function that stops it. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call the listener after each sign-in with this browser, in any of its tabs. Returns a function that stops it. */
export function onSignIn(listener: SignInListener): () => void {
  signInListeners.add(listener);
  return () => signInListeners.delete(listener);
}

function announceSignIn(): void {
  for (const listener of signInListeners) listener();
}

function publish(session: Session | null): void {
  current = session && { session, expiresAtMs: Date.now() + session.expires_in * 1000 };
  for (const listener of listeners) listener(session);
}

/** Send a request with the session cookie. Throws `ApiUnreachable` without a response. */
export async function send(method: string, path: string, body?: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new ApiUnreachable();
  }
}
