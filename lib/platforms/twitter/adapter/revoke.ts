import { requestRevocation } from '../../kit/oauth/token-revocation.ts';
import type { RefreshCredentials, TokenConnection } from '../../kit/publisher.ts';
import { tokenRequest } from './token-request.ts';

/** End the access of both tokens. */
export async function revokeTokens(
  { accessToken, refreshToken, clientId, clientSecret }: RefreshCredentials,
  connection: TokenConnection,
): Promise<boolean> {
  if (clientId === null) return false;
  const revocation = { ...connection, tokenUrl: new URL('revoke', connection.tokenUrl).href };
  for (const token of [refreshToken, accessToken]) {
    if (token === null) continue;
    if (!(await requestRevocation(tokenRequest(revocation, { token }, { clientId, clientSecret })))) return false;
  }
  return true;
}
