import { createAuthenticator } from '../../tools/simulator/passkey-authenticator.ts';
import { type Json, succeed } from './api-harness.ts';
import { freshAddress } from './sign-ins.ts';

/** The origin of the dashboard in the events of the harness. */
export const DASHBOARD_ORIGIN = 'https://dashboard.example.com';

/** The options with which a browser adds a passkey to the session of a cookie. */
export async function passkeyOptions(cookie: string): Promise<Json> {
  const answer = await succeed('auth.create-passkey-options', { headers: { cookie } });
  return answer.options as Json;
}

/** A credential that answers a new challenge for the session of a cookie. */
export async function newCredential(cookie: string): Promise<Json> {
  return createAuthenticator(DASHBOARD_ORIGIN).create(await passkeyOptions(cookie));
}

/** A passkey of the member with this session cookie, and its authenticator. */
export async function newPasskey(cookie: string, name = 'Laptop') {
  const authenticator = createAuthenticator(DASHBOARD_ORIGIN);
  const credential = authenticator.create(await passkeyOptions(cookie));
  const answer = await succeed('auth.create-passkey', { headers: { cookie }, body: { name, credential } });
  return { id: String(answer.id), authenticator };
}

/** The options with which a browser signs in with a passkey. */
export async function signInOptions(): Promise<Json> {
  const answer = await succeed('auth.create-sign-in-options', { sourceIp: freshAddress() });
  return answer.options as Json;
}
