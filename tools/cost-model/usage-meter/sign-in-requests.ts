import {
  manySessions,
  newPasskey,
  sessionCookie,
  sessionId,
  signedChallenge,
  signInLinks,
  signInToken,
  storedPasskey,
} from './fixtures/sessions.ts';
import type { RequestKind } from './requests.ts';

/** As long as `SLOW_MS` of the other rows: each request is measured alone, after its preparation. */
const PREPARED_MS = 25_000;

/** The requests by which a person signs in, and those of a session. */
// biome-ignore format: one row per line is what makes it a table.
export const SIGN_IN_REQUESTS: RequestKind[] = [
  { name: 'request a sign-in link', operation: 'auth.sign-in', status: 202, call: (_, index) => ({ method: 'POST', path: '/v1/auth/sign-in', body: { email: `guest-${index + 10}@example.com` }, anonymous: true }) },
  { name: 'read a sign-in link', operation: 'auth.read-sign-in-link', seed: signInLinks, call: (tenant, index) => ({ method: 'POST', path: '/v1/auth/sign-in/link', body: { token: signInToken(tenant, index) }, anonymous: true }) },
  { name: 'sign in with a link', operation: 'auth.create-session', status: 201, seed: signInLinks, call: (tenant, index) => ({ method: 'POST', path: '/v1/auth/sessions', body: { token: signInToken(tenant, index) }, anonymous: true }) },
  { name: 'token of a session', operation: 'auth.create-session-token', seed: manySessions, call: (tenant, index) => ({ method: 'POST', path: '/v1/auth/sessions/token', headers: sessionCookie(tenant, index), anonymous: true }) },
  { name: 'list own sessions', operation: 'auth.list-sessions', seed: manySessions, call: (tenant, index) => ({ method: 'GET', path: '/v1/auth/sessions', headers: sessionCookie(tenant, index), anonymous: true }) },
  { name: 'end a session', operation: 'auth.end-session', seed: manySessions, call: (tenant, index) => ({ method: 'DELETE', path: `/v1/auth/sessions/${sessionId(tenant, index)}`, headers: sessionCookie(tenant, 24), anonymous: true }) },
  { name: 'sign out', operation: 'auth.sign-out', seed: manySessions, call: (tenant, index) => ({ method: 'DELETE', path: '/v1/auth/sessions', headers: sessionCookie(tenant, index), anonymous: true }) },
  { name: 'start adding a passkey', operation: 'auth.create-passkey-options', seed: manySessions, call: (tenant, index) => ({ method: 'POST', path: '/v1/auth/passkeys/options', headers: sessionCookie(tenant, index), anonymous: true }) },
  { name: 'add a passkey', operation: 'auth.create-passkey', status: 201, neededMs: PREPARED_MS, seed: manySessions, prepare: newPasskey, call: (tenant, index, body) => ({ method: 'POST', path: '/v1/auth/passkeys', body, headers: sessionCookie(tenant, index), anonymous: true }) },
  { name: 'list passkeys', operation: 'auth.list-passkeys', seed: manySessions, call: (tenant, index) => ({ method: 'GET', path: '/v1/auth/passkeys', headers: sessionCookie(tenant, index), anonymous: true }) },
  { name: 'delete a passkey', operation: 'auth.delete-passkey', neededMs: PREPARED_MS, seed: manySessions, prepare: storedPasskey, call: (tenant, index, id) => ({ method: 'DELETE', path: `/v1/auth/passkeys/${id}`, headers: sessionCookie(tenant, index), anonymous: true }) },
  { name: 'start a sign-in with a passkey', operation: 'auth.create-sign-in-options', call: () => ({ method: 'POST', path: '/v1/auth/sign-in/passkey-options', anonymous: true }) },
  { name: 'sign in with a passkey', operation: 'auth.sign-in-with-passkey', status: 201, neededMs: 60_000, seed: manySessions, prepare: signedChallenge, call: (_tenant, _index, body) => ({ method: 'POST', path: '/v1/auth/sign-in/passkey', body, anonymous: true }) },
];
