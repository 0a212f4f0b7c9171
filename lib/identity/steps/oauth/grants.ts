import { secretHash } from '../../../core/crypto/bearer-secret.ts';
import type { ApiError } from '../../../core/problems/define-problem.ts';
import { commit, type Write } from '../../../core/table/commit.ts';
import type { RequestContext } from '../../pipeline/request-context.ts';
import { type ApiKey, isKeyLive } from '../../rules/api-key.ts';
import { userCodeOf } from '../../rules/oauth/device-code.ts';
import { assertPollable, type DeviceLogin, isEarlyPoll, recordPoll } from '../../rules/oauth/device-login.ts';
import { authorizationPending, invalidGrant, slowDown } from '../../rules/oauth/problems.ts';
import { publicClient, registeredPublicClient } from '../../rules/oauth/public-client.ts';
import { firstRefreshToken, formatRefreshToken, parseRefreshToken } from '../../rules/oauth/refresh-token.ts';
import { loadClient, updateApiKeyWrite } from '../../store/api-keys.ts';
import { loadDeviceLogin, pollWrite } from '../../store/device-logins.ts';
import { loadMember } from '../../store/members.ts';
import {
  type AuthenticatedClient,
  authenticateClient,
  clientOf,
  countFailure,
  findClient,
} from './client-credentials.ts';
import { exchangedCode } from './code-grant.ts';
import { deviceSecret } from './device-codes.ts';
import { exchangeRefreshToken, type Refreshed } from './refresh-secrets.ts';
import type { TokenRequest } from './token-request.ts';

/** A client that may have an access token, the refresh token to return with it, and what the exchange changes. */
export type Grant = { client: AuthenticatedClient; refreshToken: string | null; writes: Write[] };

/** A code or a refresh token that was used before: its API key, which is to be revoked, as it is stored. */
export type Reuse = { reusedKey: ApiKey };

type GrantRequest<K extends TokenRequest['grant']> = Extract<TokenRequest, { grant: K }>;

/** Return the API key that a token request may use. Throws the error of its grant type (RFC 6749, 5.2; RFC 8628, 3.5). */
export async function authenticateGrant(request: TokenRequest, context: RequestContext): Promise<Grant | Reuse> {
  switch (request.grant) {
    case 'client_credentials': {
      const client = await authenticateClient(request, context.sourceAddress, context.nowMs);
      return { client, refreshToken: null, writes: [] };
    }
    case 'refresh_token':
      return refreshedClient(request, context);
    case 'device_code':
      return approvedDevice(request, context);
    case 'authorization_code':
      return exchangedCode(request, context);
  }
}

/** The API key of a refresh token as it is stored, and what the token is to it. */
export type RefreshableKey = { key: ApiKey; lastUsedAt: string | null; refreshed: Refreshed };

/** Return the live API key that a refresh token of this client is, or was, a secret of. Each null counts as a failure. */
export async function findRefreshableKey(
  { clientId, refreshToken }: Pick<GrantRequest<'refresh_token'>, 'clientId' | 'refreshToken'>,
  { sourceAddress, nowMs }: RequestContext,
): Promise<RefreshableKey | null> {
  const oauthClient = publicClient(clientId);
  const parsed = parseRefreshToken(refreshToken);
  const found = parsed && (await loadClient(parsed.clientId));
  if (parsed && found && found.key.oauth_client === oauthClient && isKeyLive(found.key, nowMs)) {
    const refreshed = exchangeRefreshToken(found.key, parsed, nowMs);
    if (refreshed.kind !== 'unknown') return { ...found, refreshed };
  }
  await countFailure(parsed?.clientId ?? refreshToken, sourceAddress, nowMs);
  return null;
}

async function refreshedClient(request: GrantRequest<'refresh_token'>, context: RequestContext) {
  const found = await findRefreshableKey(request, context);
  const member = found && (await loadMember(found.key.workspace_id, found.key.user_id));
  if (!found || !member) {
    throw invalidGrant('The refresh token is unknown, revoked or expired. Start the login again.');
  }
  const { key, refreshed } = found;
  if (!('next' in refreshed)) return { reusedKey: key };
  const isRotated = refreshed.kind === 'current';
  return {
    client: clientOf(found, member),
    refreshToken: formatRefreshToken(refreshed.next),
    writes: isRotated ? [updateApiKeyWrite(key, { ...key, refresh: refreshed.state })] : [],
  };
}

async function approvedDevice({ clientId, deviceCode }: GrantRequest<'device_code'>, context: RequestContext) {
  const { sourceAddress, nowMs } = context;
  const client = registeredPublicClient(clientId);
  const userCode = userCodeOf(deviceCode);
  const login = userCode && (await loadDeviceLogin(userCode));
  if (!login || login.device_code_hash !== secretHash(deviceCode) || login.client_id !== client) {
    await countFailure(userCode ?? deviceCode, sourceAddress, nowMs);
    throw invalidGrant('The device code is unknown. Start the device login again.');
  }
  assertPollable(login, nowMs);
  if (login.key_id === null) throw await pendingError(login, nowMs);
  const credentials = { clientId: login.key_id, clientSecret: deviceSecret(login, deviceCode) };
  const found = await findClient(credentials, nowMs);
  if (!found) throw invalidGrant('The access of this device was revoked. Start the device login again.');
  // Its next refresh token would be taken for a stolen one.
  if (found.key.refresh) throw invalidGrant('The refresh token of this device was already used.');
  return { client: found, refreshToken: formatRefreshToken(firstRefreshToken(credentials)), writes: [] };
}

/** Record a poll of a pending login, and create the error that the device receives. */
async function pendingError(login: DeviceLogin, nowMs: number): Promise<ApiError> {
  const recorded = recordPoll(login, nowMs);
  if (recorded) await commit([pollWrite(recorded)]);
  return isEarlyPoll(login, nowMs)
    ? slowDown('The device polls too often. Wait five seconds longer between requests.')
    : authorizationPending('The device login is not approved yet. Try again after the interval.');
}
