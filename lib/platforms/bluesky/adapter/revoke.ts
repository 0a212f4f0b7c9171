import { shareDeadline } from '../../kit/http/request.ts';
import { formRequest } from '../../kit/oauth/token-refresh.ts';
import { requestRevocation } from '../../kit/oauth/token-revocation.ts';
import type { RefreshCredentials, TokenConnection } from '../../kit/publisher.ts';
import { findAuthorizationServer } from './authorization-server.ts';

/** End a session: that of an app password at its server, and tokens that are bound to a key at the server that issued them. */
export async function revokeTokens(
  { refreshToken, clientId, dpopKey: key }: RefreshCredentials,
  connection: TokenConnection,
): Promise<boolean> {
  if (refreshToken === null) return false;
  if (key === undefined) return endSession(refreshToken, connection);
  if (clientId === null) return false;
  const next = shareDeadline(connection);
  const found = await findAuthorizationServer(new URL(connection.tokenUrl).origin, next());
  if ('failure' in found || found.revokeUrl === null) return false;
  const { deadlineMs, allowLoopback = false } = next();
  const form = { token: refreshToken, client_id: clientId };
  const request = formRequest({ tokenUrl: found.revokeUrl, deadlineMs }, form);
  return requestRevocation({ ...request, vetting: { allowLoopback }, dpop: { key, accessToken: null } });
}

function endSession(refreshToken: string, { tokenUrl, deadlineMs, allowLoopback = false }: TokenConnection) {
  const url = new URL('com.atproto.server.deleteSession', tokenUrl).href;
  const headers = { authorization: `Bearer ${refreshToken}` };
  return requestRevocation({ method: 'POST', url, headers, deadlineMs, vetting: { allowLoopback } });
}
