import { settings } from '../../core/config/settings.ts';
import { temporarilyUnavailable } from '../../core/problems/problems.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { createSession } from '../../platforms/bluesky/adapter/session.ts';
import type { AccountSecrets } from '../../platforms/kit/oauth-connector.ts';

/** Less than the endpoint's timeout for three requests: handle, document, session. */
const DEADLINE_MS = 5_000;

/** What an account is connected with. */
type ExchangedAccount = {
  platform: 'bluesky';
  external_id: string;
  handle: string | null;
  server: string;
  secrets: AccountSecrets;
  expires_in_seconds: number;
};

/**
 * Exchange an app password of a Bluesky account for tokens. Returns what the account is connected with; the password is
 * not part of it. Throws 422 for a wrong handle, server or password, and 503 when a server does not respond.
 */
export async function exchangeAppPassword(externalId: string, appPassword: string): Promise<ExchangedAccount> {
  const { blueskyUrls, allowsLoopbackReceivers: allowLoopback } = settings();
  const result = await createSession(externalId, appPassword, {
    ...blueskyUrls,
    deadlineMs: DEADLINE_MS,
    allowLoopback,
  });
  if (result.outcome === 'rejected') throw fieldError(`/${result.field}`, result.code, result.message);
  if (result.outcome === 'unavailable') {
    throw temporarilyUnavailable(result.message, { headers: { 'retry-after': '5' } });
  }
  const { did, handle, server, accessToken, refreshToken, expiresInSeconds } = result.session;
  const secrets = { access_token: accessToken, refresh_token: refreshToken, client_id: null, client_secret: null };
  return { platform: 'bluesky', external_id: did, handle, server, secrets, expires_in_seconds: expiresInSeconds };
}
