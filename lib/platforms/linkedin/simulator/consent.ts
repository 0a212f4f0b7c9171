import type { AuthorizationCodes } from '../../kit/simulator/authorization-codes.ts';
import { exchangeCode, isAuthenticatedApp } from '../../kit/simulator/code-exchange.ts';
import type { ConsentRules } from '../../kit/simulator/consent.ts';
import { injectRefreshFault } from '../../kit/simulator/fault-injection.ts';
import {
  parseForm,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import { SIMULATED_APP, type SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { LINKEDIN_ERRORS } from './errors.ts';
import { MEMBER } from './organizations.ts';
import { LIFETIME_SECONDS, REFRESH_LIFETIME_SECONDS, reject } from './token.ts';

const COMMUNITY_MANAGEMENT = {
  r_basicprofile: 'Use your name and photo',
  w_member_social: 'Create, modify and delete posts, comments and reactions on your behalf',
  r_member_postAnalytics: 'Retrieve the analytics of your posts',
  rw_organization_admin: 'Manage your organizations’ pages and retrieve reporting data',
  w_organization_social: 'Create, modify and delete posts, comments and reactions on your organizations’ behalf',
  r_organization_social: 'Retrieve your organizations’ posts, comments and reactions',
  w_member_social_feed: 'Comment and react on posts on your behalf',
  w_organization_social_feed: 'Comment and react on posts on your organizations’ behalf',
  r_organization_social_feed: 'Retrieve comments and reactions on your organizations’ posts',
};

const SHARE = {
  openid: 'Use your name and photo',
  profile: 'Use your profile',
  w_member_social: COMMUNITY_MANAGEMENT.w_member_social,
};

/** The app with the products Share on LinkedIn and Sign In with LinkedIn, which receives no refresh tokens. */
export const LINKEDIN_MEMBER_APP = {
  clientId: 'simulator-member-client',
  clientSecret: 'simulator-member-client-secret',
  scopes: Object.keys(SHARE),
};

/** How LinkedIn asks for consent: all permissions or none, and a code of 30 minutes. */
export const LINKEDIN_CONSENT: ConsentRules = {
  platform: 'linkedin',
  displayName: 'LinkedIn',
  path: '/oauth/v2/authorization',
  apps: [{ ...SIMULATED_APP, scopes: Object.keys(COMMUNITY_MANAGEMENT) }, LINKEDIN_MEMBER_APP],
  accounts: [{ id: MEMBER.id, name: `${MEMBER.firstName} ${MEMBER.lastName}` }],
  scopes: { ...SHARE, ...COMMUNITY_MANAGEMENT },
  scopeSeparator: ' ',
  choosesScopes: false,
  requiresPkce: false,
  codeLifetimeSeconds: 1_800,
  denial: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
  scopeError: (scope) => ({
    error: 'unauthorized_scope_error',
    error_description: `Scope "${scope}" is not authorized for your application`,
  }),
};

const PARAMETERS = ['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret'];

/** Respond to `POST /oauth/v2/accessToken` with an authorization code. */
export function exchangeOnLinkedIn(
  request: SimulatedRequest,
  { grants, scripts }: SimulatorStores,
  codes: AuthorizationCodes,
): SimulatedResponse {
  const form = parseForm(request) ?? {};
  const code = form.code ?? '';

  function exchange(): SimulatedResponse {
    const missing = PARAMETERS.find((name) => !form[name]);
    if (missing !== undefined) return reject(400, 'invalid_request', `A required parameter "${missing}" is missing`);
    const unknown = unknownField(form, PARAMETERS);
    if (unknown !== undefined) return reject(400, 'invalid_request', `The parameter "${unknown}" is unknown`);
    const { client_id: clientId = '', redirect_uri: redirectUri = '' } = form;
    if (!isAuthenticatedApp(LINKEDIN_CONSENT, clientId, form.client_secret)) {
      return reject(401, 'invalid_client', 'Client authentication failed');
    }
    const isPartner = clientId === SIMULATED_APP.clientId;
    const lifetimes = { expiresInSeconds: LIFETIME_SECONDS, hasRefreshToken: () => isPartner };
    const tokens = exchangeCode({ code, clientId, redirectUri }, lifetimes, LINKEDIN_CONSENT, codes, grants);
    if (tokens === null) {
      const reason =
        'appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.';
      return reject(400, 'invalid_request', `Unable to retrieve access token: ${reason}`);
    }
    const { accessToken, refreshToken, scope } = tokens;
    const renewal = { refresh_token: refreshToken, refresh_token_expires_in: REFRESH_LIFETIME_SECONDS };
    const body = {
      access_token: accessToken,
      expires_in: LIFETIME_SECONDS,
      ...(refreshToken === null ? {} : renewal),
      scope: scope.replaceAll(' ', ','),
    };
    return { status: 200, body };
  }
  const account = codes.find('linkedin', code)?.account ?? null;
  const script = scripts.takeForExchange('linkedin', account);
  return injectRefreshFault(script, { refresh: exchange, rejections: LINKEDIN_ERRORS });
}
