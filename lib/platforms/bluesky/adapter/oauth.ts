import type { ErrorCategory, PublishError } from '../../kit/definition/publish-error.ts';
import { createDpopKey } from '../../kit/http/dpop.ts';
import { asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { sendRequest, shareDeadline } from '../../kit/http/request.ts';
import {
  createPkce,
  type ExchangedTokens,
  type FailedExchange,
  findMissingScopes,
  parseScopes,
  requestTokens,
  unexpectedAnswer,
} from '../../kit/oauth/authorization-code.ts';
import { formRequest } from '../../kit/oauth/token-refresh.ts';
import type {
  AuthorizationRequest,
  GrantedAccount,
  OAuthConnection,
  OAuthConnector,
} from '../../kit/oauth-connector.ts';
import { definition } from '../facts/facts.ts';
import { type AuthorizationServer, findAuthorizationServer, toServerOrigin } from './authorization-server.ts';
import { BLUESKY_SCOPES, blueskyClientId } from './client-metadata.ts';
import { type BlueskyNetwork, resolveIdentity } from './identity.ts';

/** Several times as long as the reference of any known server, which becomes part of a URL. */
const MAX_REQUEST_URI_CHARACTERS = 1000;

type Failed = { outcome: 'failed'; error: PublishError };

/**
 * Bluesky. The server of the account issues the tokens, which are bound to a key of the account (DPoP). The parameters
 * of a flow are sent to the server before (PAR), so the URL of the consent page does not contain them.
 */
export const blueskyConnector: OAuthConnector = {
  scopes: BLUESKY_SCOPES,

  clientIdOf: blueskyClientId,

  async authorize(request) {
    const next = shareDeadline(toNetwork(request.connection));
    const start = await findServer(request, next);
    if ('outcome' in start) return start;
    const server = await findAuthorizationServer(start.server, next());
    if ('failure' in server) return discoveryFailed(server.failure);
    const key = createDpopKey();
    const { verifier, parameters } = createPkce();
    const pushed = await pushRequest(request, server, key, { ...parameters, ...start.hint }, next());
    if (typeof pushed !== 'string') return pushed;
    const url = new URL(server.authorizeUrl);
    url.search = new URLSearchParams({ client_id: request.app.clientId, request_uri: pushed }).toString();
    const { issuer, tokenUrl } = server;
    return { outcome: 'started', url: url.href, pending: { issuer, tokenUrl, dpop_key: key, code_verifier: verifier } };
  },

  async exchange({ app, redirectUri, connection, code, parameters, pending }) {
    const { issuer = '', tokenUrl = '', dpop_key: key = '', code_verifier = '' } = pending;
    // Another server may have sent the person here, to receive the code of this one (RFC 9207).
    if (parameters.iss !== issuer) return rejected('The response came from a different server than requested.');
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: app.clientId,
      code_verifier,
    };
    const next = shareDeadline(toNetwork(connection));
    const request = formRequest({ tokenUrl, deadlineMs: connection.deadlineMs }, form);
    const tokens = await requestTokens({ ...request, ...bound(key, next()) }, definition.token.lifetimeSeconds);
    if ('outcome' in tokens) return tokens;
    const account = await toAccount(tokens, issuer, next);
    if ('outcome' in account) return account;
    const { accessToken: access_token, refreshToken: refresh_token, expiresInSeconds } = tokens;
    const secrets = { access_token, refresh_token, client_id: app.clientId, client_secret: null, dpop_key: key };
    return { outcome: 'granted', accounts: [{ ...account, secrets, expiresInSeconds }] };
  },
};

type NextNetwork = () => BlueskyNetwork;

function toNetwork({ deadlineMs, settings, allowLoopback = false }: OAuthConnection): BlueskyNetwork {
  if (settings?.blueskyUrls === undefined) throw new Error('Bluesky needs the setting blueskyUrls');
  return { ...settings.blueskyUrls, deadlineMs, allowLoopback };
}

/** Bind a request to a key. Its URL comes from a user's server, so it is vetted. */
function bound(key: string, { allowLoopback }: BlueskyNetwork) {
  return { dpop: { key, accessToken: null }, vetting: { allowLoopback } };
}

/** Find the server to sign in at, from a handle, a DID or the URL of a server; without one, the platform's own. */
async function findServer(
  { handle, connection }: AuthorizationRequest,
  next: NextNetwork,
): Promise<{ server: string; hint: { login_hint?: string } } | Failed> {
  if (handle === undefined) return { server: connection.baseUrl, hint: {} };
  if (/^https?:/i.test(handle)) {
    const server = toServerOrigin(handle, next());
    return server === null ? discoveryFailed('unsupported') : { server, hint: {} };
  }
  const found = await resolveIdentity(handle.trim().replace(/^@/, ''), next());
  if (found.outcome === 'unavailable') return discoveryFailed('unreachable');
  if (found.outcome === 'rejected') return failed(found.code, 'account', found.message);
  const { did, handle: verified, server } = found.identity;
  return { server, hint: { login_hint: verified ?? did } };
}

/** Send the parameters of a flow to the authorization server. Returns the URI that stands for them. */
async function pushRequest(
  { app, redirectUri, state }: AuthorizationRequest,
  { requestUrl }: AuthorizationServer,
  key: string,
  parameters: Record<string, string>,
  network: BlueskyNetwork,
): Promise<string | Failed> {
  const client = { response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri };
  const form = { ...client, scope: BLUESKY_SCOPES.join(' '), state, ...parameters };
  const request = formRequest({ tokenUrl: requestUrl, deadlineMs: network.deadlineMs }, form);
  const { response } = await sendRequest({ ...request, ...bound(key, network) });
  if (response === null) return discoveryFailed('unreachable');
  const requestUri = asString(getPath(parseJsonBody(response), 'request_uri')) ?? '';
  const isUsable = requestUri !== '' && requestUri.length <= MAX_REQUEST_URI_CHARACTERS;
  if (isSuccess(response) && isUsable) return requestUri;
  const message = `The server of the account rejected the sign-in request (status ${response.status}).`;
  return failed('sign_in_refused', 'platform', message);
}

/** Check that tokens are those of an account whose own server issued them: any server can name any account. */
async function toAccount(
  { json, refreshToken }: ExchangedTokens,
  issuer: string,
  next: NextNetwork,
): Promise<Pick<GrantedAccount, 'externalId' | 'name' | 'handle' | 'server'> | FailedExchange> {
  const missing = findMissingScopes(BLUESKY_SCOPES, parseScopes(getPath(json, 'scope'), []));
  if (missing !== null) return missing;
  if (getPath(json, 'token_type') !== 'DPoP' || refreshToken === null) return unexpectedAnswer('no refreshable token');
  const did = asString(getPath(json, 'sub')) ?? '';
  if (!definition.externalId.pattern.test(did)) return unexpectedAnswer('no account');
  const found = await resolveIdentity(did, next());
  if (found.outcome !== 'resolved') return unexpectedAnswer('the account could not be looked up');
  const { identity } = found;
  const server = await findAuthorizationServer(identity.server, next());
  if ('failure' in server) return unexpectedAnswer('the server of the account could not be looked up');
  if (server.issuer !== issuer) return rejected('The authorization server does not belong to the account.');
  return {
    externalId: identity.did,
    name: identity.handle === null ? identity.did : `@${identity.handle}`,
    handle: identity.handle,
    server: identity.server,
  };
}

function rejected(message: string): FailedExchange {
  return { outcome: 'rejected', error: { code: 'issuer_mismatch', message, category: 'auth', retryable: false } };
}

function failed(code: string, category: ErrorCategory, message: string): Failed {
  return { outcome: 'failed', error: { code, message, category, retryable: code === 'unreachable' } };
}

function discoveryFailed(failure: 'unreachable' | 'unsupported'): Failed {
  return failure === 'unreachable'
    ? failed('unreachable', 'platform', 'The server of the account could not be reached. Try again later.')
    : failed('server_unsupported', 'account', 'The server of the account does not support OAuth.');
}
