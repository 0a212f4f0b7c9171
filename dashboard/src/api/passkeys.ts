import type { Schemas } from './client.ts';
import { problemOf } from './problem.ts';
import { continueSession, send } from './session.ts';

export type Passkey = Schemas['Passkey'];

/** The browser or the person ended the dialog for the passkey. Nothing was stored. */
export class PasskeyCancelled extends Error {
  constructor() {
    super('The passkey dialog was closed.');
    this.name = 'PasskeyCancelled';
  }
}

/** Return the passkeys of the signed-in member. */
export async function listPasskeys(): Promise<Passkey[]> {
  const { passkeys } = await request<Schemas['Passkeys']>('GET', '/v1/auth/passkeys');
  return passkeys;
}

/** Ask the browser for a new passkey, and store its public key under a name. Throws `PasskeyCancelled`. */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await request<Schemas['PasskeyOptions']>('POST', '/v1/auth/passkeys/options');
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const credential = await asked(() => startRegistration({ optionsJSON }));
  await request('POST', '/v1/auth/passkeys', { name, credential });
}

/** Remove a passkey, which can no longer sign in. */
export async function deletePasskey(id: string): Promise<void> {
  await request('DELETE', `/v1/auth/passkeys/${id}`);
}

/** Sign in with a passkey that the browser has for this domain. Throws `PasskeyCancelled`. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await request<Schemas['PasskeyOptions']>('POST', '/v1/auth/sign-in/passkey-options');
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const credential = await asked(() => startAuthentication({ optionsJSON }));
  await request('POST', '/v1/auth/sign-in/passkey', { credential });
  await continueSession();
}

// Browsers report a closed dialog and a missing passkey alike, so that a page cannot find out which there are.
async function asked<T>(dialog: () => Promise<T>): Promise<T> {
  try {
    return await dialog();
  } catch {
    throw new PasskeyCancelled();
  }
}

/** Call an endpoint that the session cookie authenticates. */
async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body);
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as T;
}
