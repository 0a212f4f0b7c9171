import { secretHash } from '../../core/crypto/bearer-secret.ts';
import { ApiError } from '../../core/problems/api-error.ts';
import { commit } from '../../core/table/commit.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import { userCodeOf } from '../rules/device-code.ts';
import { assertPollable, type DeviceLogin, isEarlyPoll, recordPoll } from '../rules/device-login.ts';
import { publicClient } from '../rules/public-client.ts';
import { formatRefreshToken, parseRefreshToken } from '../rules/refresh-token.ts';
import { loadDeviceLogin, pollWrite } from '../store/device-logins.ts';
import { type AuthenticatedClient, authenticateClient, countFailure, findClient } from './client-credentials.ts';
import { deviceSecret } from './device-codes.ts';
import type { TokenRequest } from './token-request.ts';

/** A client that may have an access token, and the refresh token to return with it. */
export type Grant = { client: AuthenticatedClient; refreshToken: string | null };

type GrantRequest<K extends TokenRequest['grant']> = Extract<TokenRequest, { grant: K }>;

/** Return the API key that a token request may use. Throws the error of its grant type (RFC 6749, 5.2; RFC 8628, 3.5). */
export async function authenticateGrant(request: TokenRequest, context: RequestContext): Promise<Grant> {
  switch (request.grant) {
    case 'client_credentials': {
      const client = await authenticateClient(request, context.sourceAddress, context.nowMs);
      return { client, refreshToken: null };
    }
    case 'refresh_token':
      return { client: await refreshedClient(request, context), refreshToken: null };
    case 'device_code':
      return approvedDevice(request, context);
  }
}

/** Return the API key of the refresh token of a client, or null. Each null counts as a failed token request. */
export async function findRefreshedClient(
  { clientId, refreshToken }: Pick<GrantRequest<'refresh_token'>, 'clientId' | 'refreshToken'>,
  { sourceAddress, nowMs }: RequestContext,
): Promise<AuthenticatedClient | null> {
  const client = publicClient(clientId);
  const parsed = parseRefreshToken(refreshToken);
  const found = parsed && (await findClient(parsed, nowMs));
  if (found?.key.oauth_client === client) return found;
  await countFailure(parsed?.clientId ?? refreshToken, sourceAddress, nowMs);
  return null;
}

async function refreshedClient(request: GrantRequest<'refresh_token'>, context: RequestContext) {
  const client = await findRefreshedClient(request, context);
  if (client) return client;
  throw new ApiError(
    'invalid_grant',
    'The refresh token is unknown, revoked or expired. Start the device login again.',
  );
}

async function approvedDevice({ clientId, deviceCode }: GrantRequest<'device_code'>, context: RequestContext) {
  const { sourceAddress, nowMs } = context;
  const client = publicClient(clientId);
  const userCode = userCodeOf(deviceCode);
  const login = userCode && (await loadDeviceLogin(userCode));
  if (!login || login.device_code_hash !== secretHash(deviceCode) || login.client_id !== client) {
    await countFailure(userCode ?? deviceCode, sourceAddress, nowMs);
    throw new ApiError('invalid_grant', 'The device code is unknown. Start the device login again.');
  }
  assertPollable(login, nowMs);
  if (login.key_id === null) throw await pendingError(login, nowMs);
  const credentials = { clientId: login.key_id, clientSecret: deviceSecret(login, deviceCode) };
  const found = await findClient(credentials, nowMs);
  if (!found)
    throw new ApiError('invalid_grant', 'The access of this device was revoked. Start the device login again.');
  return { client: found, refreshToken: formatRefreshToken(credentials) };
}

/** Record a poll of a pending login, and create the error that the device receives. */
async function pendingError(login: DeviceLogin, nowMs: number): Promise<ApiError> {
  const recorded = recordPoll(login, nowMs);
  if (recorded) await commit([pollWrite(recorded)]);
  return isEarlyPoll(login, nowMs)
    ? new ApiError('slow_down', 'The device polls too often. Wait five seconds longer between requests.')
    : new ApiError('authorization_pending', 'The device login is not approved yet. Try again after the interval.');
}
