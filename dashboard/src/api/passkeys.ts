import type { Schemas } from './client.ts';
import { cookieRequest, dataOf } from './cookie-request.ts';
import { withRecentSignIn } from './recent-sign-in.ts';
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
  const { passkeys } = await cookieRequest<Schemas['PasskeyList']>('GET', '/v1/auth/passkeys');
  return passkeys;
}

/** Ask the browser for a new passkey, and store its public key under a name. Throws `PasskeyCancelled`. */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await addingRequest<Schemas['PasskeyOptions']>('/v1/auth/passkeys/options');
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const credential = await asked(() => startRegistration({ optionsJSON }));
  await addingRequest('/v1/auth/passkeys', { name, credential });
}

async function addingRequest<T>(path: string, body?: unknown): Promise<T> {
  return dataOf(await withRecentSignIn(() => send('POST', path, body)));
}

/** Remove a passkey, which can no longer sign in. */
export async function deletePasskey(id: string): Promise<void> {
  await cookieRequest('DELETE', `/v1/auth/passkeys/${id}`);
}

/** Sign in with a passkey that the browser has for this domain. Throws `PasskeyCancelled`. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await cookieRequest<Schemas['PasskeyOptions']>('POST', '/v1/auth/sign-in/passkey-options');
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const credential = await asked(() => startAuthentication({ optionsJSON }));
  await cookieRequest('POST', '/v1/auth/sign-in/passkey', { credential });
  await continueSession();
}

/** Sign the statement of an approval with a passkey of the member, whose options the API returns. Throws `PasskeyCancelled`. */
export async function signStatement({ statement, options }: Schemas['ApprovalStatement']) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const credential = await asked(() => startAuthentication({ optionsJSON }));
  return { statement, credential: { ...credential } };
}

// Browsers report a closed dialog and a missing passkey alike, so that a page cannot find out which there are.
async function asked<T>(dialog: () => Promise<T>): Promise<T> {
  try {
    return await dialog();
  } catch {
    throw new PasskeyCancelled();
  }
}
