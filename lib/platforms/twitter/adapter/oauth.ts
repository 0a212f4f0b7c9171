import { getPath } from '../../kit/http/json-response.ts';
import type { PlatformRequest } from '../../kit/http/request.ts';
import { checkCredentials } from '../../kit/oauth/app-check.ts';
import {
  buildAuthorizeUrl,
  createPkce,
  findMissingScopes,
  parseAnswer,
  parseName,
  parseScopes,
  requestedScopes,
  requestTokens,
  unexpectedAnswer,
} from '../../kit/oauth/authorization-code.ts';
import type { CodeCallback, OAuthConnector } from '../../kit/oauth-connector.ts';
import { definition } from '../facts/facts.ts';
import { call, isId } from './request.ts';
import { tokenRequest } from './token-request.ts';

const SCOPES = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];

/** Build the request that exchanges a code of X. */
function codeRequest({ app, redirectUri, connection, code, pending }: CodeCallback): PlatformRequest {
  const code_verifier = pending.code_verifier ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier };
  return tokenRequest(connection, form, app);
}

/** X. A code is valid for 30 seconds, and for one account: the one that the person is signed in with. */
export const twitterConnector: OAuthConnector = {
  scopes: SCOPES,
  checkApp: (request) => checkCredentials(request, codeRequest),

  async authorize(request) {
    const { verifier, parameters } = createPkce();
    const scope = requestedScopes(request.app, SCOPES).join(' ');
    const url = buildAuthorizeUrl(request, { scope, ...parameters });
    return { outcome: 'started', url, pending: { code_verifier: verifier } };
  },

  async exchange(callback) {
    const { app, connection } = callback;
    const tokens = await requestTokens(codeRequest(callback), definition.token.lifetimeSeconds);
    if ('outcome' in tokens) return tokens;
    const { accessToken, refreshToken, expiresInSeconds } = tokens;
    const required = requestedScopes(app, SCOPES);
    const granted = parseScopes(getPath(tokens.json, 'scope'), required);
    const missing = findMissingScopes(required, granted);
    if (missing !== null) return missing;
    // Without one the account would be lost after two hours.
    if (refreshToken === null && required.includes('offline.access')) return unexpectedAnswer('no refresh token');

    const answer = parseAnswer(
      await call('GET', '/2/users/me', undefined, { externalId: '', accessToken }, connection),
    );
    if ('outcome' in answer) return answer;
    const id = getPath(answer.json, 'data', 'id');
    if (!isId(id)) return unexpectedAnswer('no user id');
    const username = parseName(getPath(answer.json, 'data', 'username'));
    const client = { client_id: app.clientId, client_secret: app.clientSecret };
    const account = {
      externalId: id,
      name: username === null ? id : `@${username}`,
      secrets: { access_token: accessToken, refresh_token: refreshToken, ...client },
      expiresInSeconds,
      server: null,
    };
    return { outcome: 'granted', accounts: [account] };
  },
};
