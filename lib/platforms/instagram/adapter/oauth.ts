import { asString, getPath } from '../../kit/http/json-response.ts';
import { type PlatformRequest, shareDeadline } from '../../kit/http/request.ts';
import { checkCredentials } from '../../kit/oauth/app-check.ts';
import {
  buildAuthorizeUrl,
  findMissingScopes,
  noAccount,
  parseAnswer,
  parseName,
  parseScopes,
  requestedScopes,
  requestTokens,
  unexpectedAnswer,
} from '../../kit/oauth/authorization-code.ts';
import { formRequest } from '../../kit/oauth/token-refresh.ts';
import type { CodeCallback, OAuthConnector } from '../../kit/oauth-connector.ts';
import { definition } from '../facts/facts.ts';
import { call } from './request.ts';

/** A person can deny single permissions. Without these two nothing can be published. */
const REQUIRED_SCOPES = ['instagram_business_basic', 'instagram_business_content_publish'];

const SCOPES = [...REQUIRED_SCOPES, 'instagram_business_manage_insights', 'instagram_business_manage_comments'];

/** The lifetime of a token before it is exchanged for a long-lived one. */
const SHORT_LIFETIME_SECONDS = 3_600;

/** Find the object with the token. The documentation has it in a list; responses without the list were seen. */
function findTokens(json: unknown): unknown {
  return getPath(json, 'data', '0') ?? json;
}

/** Build the request that exchanges a code of Instagram. */
function codeRequest({ app, redirectUri, connection, code }: CodeCallback): PlatformRequest {
  const client = { client_id: app.clientId, client_secret: app.clientSecret ?? '' };
  return formRequest(connection, { ...client, grant_type: 'authorization_code', redirect_uri: redirectUri, code });
}

/** Whether an error is about the app: it has the code of one about the authorization code. */
function isAboutApp(json: unknown): boolean {
  return /\b(client|app)\b/i.test(asString(getPath(json, 'error_message')) ?? '');
}

/**
 * Instagram with Instagram Login. A code is valid for one hour, and for one professional account: the one that the
 * person is signed in with. Its token lives for an hour and is exchanged for one of 60 days.
 */
export const instagramConnector: OAuthConnector = {
  scopes: SCOPES,
  checkApp: (request) => checkCredentials(request, codeRequest, isAboutApp),

  async authorize(request) {
    const scope = requestedScopes(request.app, SCOPES).join(',');
    return { outcome: 'started', url: buildAuthorizeUrl(request, { scope }), pending: {} };
  },

  async exchange(callback) {
    const { app, connection } = callback;
    const short = await requestTokens(codeRequest(callback), SHORT_LIFETIME_SECONDS, findTokens);
    if ('outcome' in short) return short;
    const granted = parseScopes(getPath(findTokens(short.json), 'permissions'), requestedScopes(app, SCOPES));
    const missing = findMissingScopes(REQUIRED_SCOPES, granted);
    if (missing !== null) return missing;

    const nextConnection = shareDeadline(connection);
    // Only this form, with secrets in the URL, is documented, so the URL must not be logged or shown.
    const query = new URLSearchParams({
      grant_type: 'ig_exchange_token',
      client_secret: app.clientSecret ?? '',
      access_token: short.accessToken,
    });
    const { baseUrl, deadlineMs } = nextConnection();
    const request = { method: 'GET', url: `${baseUrl}/access_token?${query}`, headers: {}, deadlineMs } as const;
    const long = await requestTokens(request, definition.token.lifetimeSeconds);
    if ('outcome' in long) return long;
    const { accessToken, expiresInSeconds } = long;

    // `user_id` of the token response is a number that exceeds the precision of JSON numbers.
    const path = 'me?fields=user_id,username,account_type';
    const answer = parseAnswer(await call('GET', path, undefined, { externalId: '', accessToken }, nextConnection()));
    if ('outcome' in answer) return answer;
    if (getPath(answer.json, 'account_type') === 'PERSONAL') {
      return noAccount('This is a personal Instagram account. Publishing requires a professional account.');
    }
    const id = asString(getPath(answer.json, 'user_id')) ?? '';
    if (!definition.externalId.pattern.test(id)) return unexpectedAnswer('no user id');
    const username = parseName(getPath(answer.json, 'username'));
    const account = {
      externalId: id,
      name: username === null ? id : `@${username}`,
      secrets: { access_token: accessToken, refresh_token: null, client_id: null, client_secret: null },
      expiresInSeconds,
      server: null,
    };
    return { outcome: 'granted', accounts: [account] };
  },
};
