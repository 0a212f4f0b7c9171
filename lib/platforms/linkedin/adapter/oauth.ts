import { getPath } from '../../kit/http/json-response.ts';
import { type PlatformRequest, shareDeadline } from '../../kit/http/request.ts';
import { checkCredentials } from '../../kit/oauth/app-check.ts';
import {
  buildAuthorizeUrl,
  type FailedExchange,
  findMissingScopes,
  noAccount,
  parseScopes,
  requestedScopes,
  requestTokens,
} from '../../kit/oauth/authorization-code.ts';
import { formRequest } from '../../kit/oauth/token-refresh.ts';
import type { CodeCallback, GrantedAccount, OAuthConnector } from '../../kit/oauth-connector.ts';
import { definition } from '../facts/facts.ts';
import { fetchMember, fetchOrganizations, type LinkedInIdentity } from './identities.ts';

/**
 * The permissions of an app with the product Community Management API. An app with the products Share on LinkedIn and
 * Sign In with LinkedIn states its own: `openid profile w_member_social`. No app can have both, and LinkedIn rejects
 * the whole consent (`unauthorized_scope_error`) when the app lacks one of the requested permissions.
 */
const SCOPES = [
  'r_basicprofile',
  'w_member_social',
  'r_member_postAnalytics',
  'rw_organization_admin',
  'w_organization_social',
  'r_organization_social',
  // Comments have permissions of their own.
  'w_member_social_feed',
  'w_organization_social_feed',
  'r_organization_social_feed',
];

/** Build the request that exchanges a code of LinkedIn. */
function codeRequest({ app, redirectUri, connection, code }: CodeCallback): PlatformRequest {
  const client = { client_id: app.clientId, client_secret: app.clientSecret ?? '' };
  return formRequest(connection, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...client });
}

/**
 * LinkedIn. A code is valid for 30 minutes. A web app authenticates by its secret: PKCE exists only for native apps,
 * at another URL. One token publishes as the member and as every organization the member administers.
 */
export const linkedinConnector: OAuthConnector = {
  scopes: SCOPES,
  checkApp: (request) => checkCredentials(request, codeRequest),

  async authorize(request) {
    const scope = requestedScopes(request.app, SCOPES).join(' ');
    return { outcome: 'started', url: buildAuthorizeUrl(request, { scope }), pending: {} };
  },

  async exchange(callback) {
    const { app, connection } = callback;
    const tokens = await requestTokens(codeRequest(callback), definition.token.lifetimeSeconds);
    if ('outcome' in tokens) return tokens;
    const requested = requestedScopes(app, SCOPES);
    const granted = parseScopes(getPath(tokens.json, 'scope'), requested);
    const missing = findMissingScopes(requested, granted);
    if (missing !== null) return missing;

    const { accessToken, refreshToken, expiresInSeconds } = tokens;
    const account = { externalId: '', accessToken };
    const nextConnection = shareDeadline(connection);
    const found: LinkedInIdentity[] = [];
    if (granted.includes('w_member_social')) {
      const member = await fetchMember(granted.includes('openid'), account, nextConnection);
      if ('outcome' in member) return member;
      found.push(member);
    }
    if (granted.includes('w_organization_social')) {
      const organizations: LinkedInIdentity[] | FailedExchange = await fetchOrganizations(account, nextConnection);
      if ('outcome' in organizations) return organizations;
      found.push(...organizations);
    }
    if (found.length === 0) {
      return noAccount('This LinkedIn member is not a super admin or content admin of any page.');
    }
    // Only a refresh needs the client, and most apps receive no refresh token.
    const refreshClient =
      refreshToken === null
        ? { client_id: null, client_secret: null }
        : { client_id: app.clientId, client_secret: app.clientSecret };
    const secrets = { access_token: accessToken, refresh_token: refreshToken, ...refreshClient };
    const accounts: GrantedAccount[] = found.map((each) => ({ ...each, secrets, expiresInSeconds, server: null }));
    return { outcome: 'granted', accounts };
  },
};
