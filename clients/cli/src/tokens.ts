import { createHash } from 'node:crypto';
import { USED_SHARE_OF_TOKEN } from '../../typescript/src/token.ts';
import { basicAuthorization } from '../../typescript/src/transport.ts';
import { oauthError, sendForm } from './form.ts';
import type { Profile, Store, Stored } from './store.ts';

/** The id of this program in the device flow. */
export const CLIENT_ID = 'cis';

/** Credentials, and the profile that they are from. */
export interface Credentials extends Profile {
  /** Null for the environment. */
  profile: string | null;
}

/** The service no longer accepts a login. */
export class LoginExpiredError extends Error {}

/**
 * Return a function that returns an access token. Processes share it in the store, so that one requests it for all. Called
 * again, it returns another token: the service has rejected the first.
 */
export function tokenSource(credentials: Credentials, store: Store): () => Promise<string> {
  const name = tokenName(credentials);
  let last: string | undefined;
  const cached = ({ tokens }: Stored) => {
    const token = tokens[name];
    return token && token.access_token !== last && token.expires_at_ms > Date.now() ? token.access_token : undefined;
  };
  return async () => {
    last = cached(store.read()) ?? (await store.update(async (stored) => cached(stored) ?? request(stored)));
    return last;
  };

  async function request(stored: Stored): Promise<string> {
    const response = await (credentials.client_secret === undefined ? refresh(stored) : exchangeKey(credentials));
    keepToken(stored, credentials, response);
    return String(response.access_token);
  }

  async function refresh(stored: Stored) {
    // Another process may have stored a newer one.
    const profile = stored.profiles[credentials.profile ?? ''];
    const form = { grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token: profile?.refresh_token ?? '' };
    try {
      const response = await sendForm(`${credentials.base_url}/auth/token`, form);
      if (profile && response.refresh_token) profile.refresh_token = String(response.refresh_token);
      return response;
    } catch (error) {
      if (oauthError(error) !== 'invalid_grant') throw error;
      throw new LoginExpiredError(`The login of the profile ${credentials.profile} has expired or was revoked.`);
    }
  }
}

/** Keep an access token for other processes. */
export function keepToken(
  stored: Stored,
  credentials: Credentials,
  { access_token, expires_in }: Record<string, string | number | undefined>,
): void {
  const expires_at_ms = Date.now() + Number(expires_in ?? 0) * 1000 * USED_SHARE_OF_TOKEN;
  stored.tokens[tokenName(credentials)] = { access_token: String(access_token), expires_at_ms };
}

/** Forget the access token of a login. */
export function forgetToken(stored: Stored, credentials: Credentials): void {
  delete stored.tokens[tokenName(credentials)];
}

/** Exchange a key for an access token. */
export function exchangeKey({ base_url, client_id = '', client_secret = '' }: Profile) {
  const authorization = basicAuthorization(client_id, client_secret);
  return sendForm(`${base_url}/auth/token`, { grant_type: 'client_credentials' }, { authorization });
}

/** A token belongs to a base URL and a client. Another secret of the key has another token. */
function tokenName({ base_url, client_id, client_secret, profile }: Credentials): string {
  if (client_secret === undefined) return `${base_url} profile ${profile}`;
  const digest = createHash('sha256').update(client_secret).digest('hex').slice(0, 16);
  return `${base_url} ${client_id} ${digest}`;
}
