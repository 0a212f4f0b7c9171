import { shareDeadline } from '../../kit/http/request.ts';
import { formRequest, missingCredential, requestToken } from '../../kit/oauth/token-refresh.ts';
import type { RefreshCredentials, RefreshOutcome, TokenConnection } from '../../kit/publisher.ts';
import { definition } from '../facts/facts.ts';
import { findAuthorizationServer } from './authorization-server.ts';

/**
 * Refresh the session of an app password. Both tokens are replaced. The old refresh token stays valid for a while, so a
 * lost response loses nothing.
 */
export async function refreshSession(
  { refreshToken }: RefreshCredentials,
  { tokenUrl: url, deadlineMs, allowLoopback = false }: TokenConnection,
): Promise<RefreshOutcome> {
  if (refreshToken === null) return missingCredential('a refresh token');
  const headers = { authorization: `Bearer ${refreshToken}` };
  const vetting = { allowLoopback };
  const request = { method: 'POST', url, headers, deadlineMs, vetting } as const;
  const fields = { accessToken: 'accessJwt', refreshToken: 'refreshJwt' };
  return requestToken(request, definition.token.lifetimeSeconds, undefined, fields);
}

/**
 * Refresh tokens that are bound to a key. The server that issues them may be another one than that of the account, and
 * change. A refresh token works once: the server revokes all tokens of the account at its second use.
 */
export async function refreshBoundTokens(
  { refreshToken, clientId }: RefreshCredentials,
  key: string,
  connection: TokenConnection,
): Promise<RefreshOutcome> {
  if (refreshToken === null) return missingCredential('a refresh token');
  if (clientId === null) return missingCredential('a client id');
  const next = shareDeadline(connection);
  const found = await findAuthorizationServer(new URL(connection.tokenUrl).origin, next());
  if ('failure' in found) {
    const message =
      'Token refresh failed because the server of the account could not be reached; the current token is unchanged.';
    return { outcome: 'retry', error: { code: found.failure, message, category: 'platform', retryable: true } };
  }
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId };
  const { deadlineMs, allowLoopback = false } = next();
  const request = formRequest({ tokenUrl: found.tokenUrl, deadlineMs }, form);
  const vetting = { allowLoopback };
  return requestToken({ ...request, vetting, dpop: { key, accessToken: null } }, definition.token.lifetimeSeconds);
}
