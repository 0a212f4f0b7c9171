import type { AuthorizationCodes } from '../../kit/simulator/authorization-codes.ts';
import { exchangeCode, isAuthenticatedApp } from '../../kit/simulator/code-exchange.ts';
import type { ConsentRules } from '../../kit/simulator/consent.ts';
import { injectRefreshFault } from '../../kit/simulator/fault-injection.ts';
import type { OauthGrants } from '../../kit/simulator/oauth-grants.ts';
import {
  parseForm,
  parseParameters,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import { SIMULATED_APP, type SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { expired, graphError, INSTAGRAM_ERRORS, revoked, unknownToken } from './errors.ts';
import { LIFETIME_SECONDS } from './token.ts';

const SCOPES = {
  instagram_business_basic: 'Access your profile and posts (required)',
  instagram_business_content_publish: 'Create and publish posts',
  instagram_business_manage_insights: 'Access the insights of your profile and posts',
  instagram_business_manage_comments: 'Access and manage comments',
};

const SHORT_LIFETIME_SECONDS = 3_600;

/** The accounts of the simulated Instagram. Publishing needs a professional one. */
export const INSTAGRAM_USERS: Readonly<Record<string, { username: string; type: string }>> = {
  '1000000003': { username: 'acme', type: 'BUSINESS' },
  '1000000013': { username: 'acme.shop', type: 'MEDIA_CREATOR' },
  '1000000023': { username: 'ada.private', type: 'PERSONAL' },
};

/** Return the username of an account. */
export function usernameOf(account: string): string {
  return INSTAGRAM_USERS[account]?.username ?? `user_${account}`;
}

/** How Instagram asks for consent: the person can deny single permissions; a code is valid for an hour. */
export const INSTAGRAM_CONSENT: ConsentRules = {
  platform: 'instagram',
  displayName: 'Instagram',
  path: '/oauth/authorize',
  apps: [{ ...SIMULATED_APP, scopes: Object.keys(SCOPES) }],
  accounts: Object.entries(INSTAGRAM_USERS).map(([id, { username, type }]) => ({
    id,
    name: `@${username}${type === 'PERSONAL' ? ' (personal account)' : ''}`,
  })),
  scopes: SCOPES,
  scopeSeparator: ',',
  choosesScopes: true,
  requiresPkce: false,
  codeLifetimeSeconds: 3_600,
  denial: {
    error: 'access_denied',
    error_reason: 'user_denied',
    error_description: 'The user denied your request',
  },
};

const PARAMETERS = ['client_id', 'client_secret', 'grant_type', 'redirect_uri', 'code'];

function reject(error_message: string): SimulatedResponse {
  return { status: 400, body: { error_type: 'OAuthException', code: 400, error_message } };
}

/** Respond to `POST /oauth/access_token`: a token of one hour for an authorization code. */
export function exchangeOnInstagram(
  request: SimulatedRequest,
  { grants, scripts }: SimulatorStores,
  codes: AuthorizationCodes,
): SimulatedResponse {
  const form = parseForm(request) ?? {};
  const code = form.code ?? '';

  function exchange(): SimulatedResponse {
    const unknown = unknownField(form, PARAMETERS);
    if (unknown !== undefined) return reject(`Invalid parameter: ${unknown}`);
    if (form.grant_type !== 'authorization_code') return reject('Invalid grant_type');
    const { client_id: clientId = '', redirect_uri: redirectUri = '' } = form;
    if (!isAuthenticatedApp(INSTAGRAM_CONSENT, clientId, form.client_secret)) {
      return reject('Error validating client secret.');
    }
    const lifetimes = { expiresInSeconds: SHORT_LIFETIME_SECONDS, hasRefreshToken: () => false };
    const tokens = exchangeCode({ code, clientId, redirectUri }, lifetimes, INSTAGRAM_CONSENT, codes, grants);
    if (tokens === null) return reject('This authorization code has been used or is invalid');
    const { account, scope, accessToken } = tokens;
    const permissions = scope.replaceAll(' ', ',');
    return { status: 200, body: { data: [{ access_token: accessToken, user_id: Number(account), permissions }] } };
  }
  const account = codes.find('instagram', code)?.account ?? null;
  const script = scripts.takeForExchange('instagram', account);
  return injectRefreshFault(script, { refresh: exchange, rejections: INSTAGRAM_ERRORS });
}

/** Respond to `GET /access_token`: a token of 60 days for one of an hour. */
export function lengthenOnInstagram(request: SimulatedRequest, grants: OauthGrants): SimulatedResponse {
  const parameters = parseParameters(request.query) ?? {};
  const unknown = unknownField(parameters, ['grant_type', 'client_secret', 'access_token']);
  if (unknown !== undefined) return graphError(100, `Invalid parameter: ${unknown}`);
  if (parameters.grant_type !== 'ig_exchange_token') return graphError(100, 'Unsupported grant_type');
  const held = grants.holding('instagram', 'access', parameters.access_token ?? '');
  if (held === undefined) return unknownToken();
  const { state } = grants.accessOf('instagram', held.token);
  if (state !== 'valid') return state === 'expired' ? expired() : revoked();
  if (!isAuthenticatedApp(INSTAGRAM_CONSENT, held.clientId ?? '', parameters.client_secret)) {
    return graphError(101, 'Error validating client secret.');
  }
  const { accessToken } = grants.renew(held, LIFETIME_SECONDS, false);
  return {
    status: 200,
    body: { access_token: accessToken, token_type: 'bearer', expires_in: LIFETIME_SECONDS },
  };
}
