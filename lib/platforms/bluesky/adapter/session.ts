import { asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { sendRequest } from '../../kit/http/request.ts';
import { parseToken } from '../../kit/oauth/token-refresh.ts';
import { definition } from '../facts/facts.ts';
import { type BlueskyNetwork, type ConnectFailure, type Identity, rejectField, resolveIdentity } from './identity.ts';

/** An account with the tokens of a new session. */
type Session = Identity & { accessToken: string; refreshToken: string; expiresInSeconds: number };

/**
 * Create a session of an account with an app password, at the account's own server. Tokens are refreshed afterwards, so
 * the password is needed only once: servers accept 30 such requests in five minutes and 300 in a day. Never rejects.
 */
export async function createSession(
  identifier: string,
  password: string,
  network: BlueskyNetwork,
): Promise<{ outcome: 'created'; session: Session } | ConnectFailure> {
  const resolved = await resolveIdentity(identifier, network);
  if (resolved.outcome !== 'resolved') return resolved;
  const { identity } = resolved;
  const { response } = await sendRequest({
    method: 'POST',
    url: `${identity.server}/xrpc/com.atproto.server.createSession`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: identity.did, password }),
    deadlineMs: network.deadlineMs,
    vetting: { allowLoopback: network.allowLoopback },
  });
  const unavailable = {
    outcome: 'unavailable',
    message: 'The server of the account returned an invalid response.',
  } as const;
  if (response === null || response.status >= 500) return unavailable;
  if (response.status === 429)
    return { ...unavailable, message: 'The server of the account limits the number of sign-ins.' };
  const json = parseJsonBody(response);
  if (!isSuccess(response)) return toRejection(asString(getPath(json, 'error')) ?? '');
  const accessToken = parseToken(getPath(json, 'accessJwt'));
  const refreshToken = parseToken(getPath(json, 'refreshJwt'));
  if (accessToken === null || refreshToken === null || getPath(json, 'did') !== identity.did) return unavailable;
  // The handle is the verified one: any server can name any handle in its response.
  const { lifetimeSeconds: expiresInSeconds } = definition.token;
  return { outcome: 'created', session: { ...identity, accessToken, refreshToken, expiresInSeconds } };
}

function toRejection(error: string): ConnectFailure {
  if (/^Account(?:Takedown|Suspended|Deactivated)$/.test(error)) {
    return rejectField('external_id', 'account_restricted', 'The account is suspended or deactivated.');
  }
  return rejectField('app_password', 'app_password_refused', 'The server of the account rejected this app password.');
}
