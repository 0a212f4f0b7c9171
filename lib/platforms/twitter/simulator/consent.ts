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
import { X_ERRORS } from './errors.ts';
import { basicClient, invalid, LIFETIME_SECONDS, unknownClient } from './token.ts';

const SCOPES = {
  'tweet.read': 'See posts you can see',
  'tweet.write': 'Post for you',
  'users.read': 'See accounts you can see',
  'media.write': 'Upload images and videos for you',
  'offline.access': 'Stay connected until you revoke access',
};

/** The users of the simulated X, by id. */
const USERNAMES: Readonly<Record<string, string>> = { '1000000001': 'acme', '1000000011': 'acme_support' };

/** How X asks for consent: all permissions or none, and a code of 30 seconds. */
export const X_CONSENT: ConsentRules = {
  platform: 'twitter',
  displayName: 'X',
  path: '/i/oauth2/authorize',
  apps: [{ ...SIMULATED_APP, scopes: Object.keys(SCOPES) }],
  accounts: Object.entries(USERNAMES).map(([id, username]) => ({ id, name: `@${username}` })),
  scopes: SCOPES,
  scopeSeparator: ' ',
  choosesScopes: false,
  requiresPkce: true,
  codeLifetimeSeconds: 30,
  denial: { error: 'access_denied' },
};

const PARAMETERS = ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'client_id'];

/** Respond to `POST /2/oauth2/token` with an authorization code. */
export function exchangeOnX(
  request: SimulatedRequest,
  { grants, scripts }: SimulatorStores,
  codes: AuthorizationCodes,
): SimulatedResponse {
  const form = parseForm(request) ?? {};
  const code = form.code ?? '';

  function exchange(): SimulatedResponse {
    const unknown = unknownField(form, PARAMETERS);
    if (unknown !== undefined) return invalid(`The parameter [${unknown}] is not one of those.`);
    const client = basicClient(request.headers.authorization);
    if (!isAuthenticatedApp(X_CONSENT, client?.id, client?.secret)) return unknownClient();
    const asked = {
      code,
      clientId: client?.id ?? '',
      redirectUri: form.redirect_uri ?? '',
      verifier: form.code_verifier,
    };
    const lifetimes = {
      expiresInSeconds: LIFETIME_SECONDS,
      hasRefreshToken: (scope: string) => scope.split(' ').includes('offline.access'),
    };
    const tokens = exchangeCode(asked, lifetimes, X_CONSENT, codes, grants);
    if (tokens === null) return invalid('Value passed for the authorization code was invalid.');
    const { accessToken, refreshToken, scope } = tokens;
    const body = {
      token_type: 'bearer',
      expires_in: LIFETIME_SECONDS,
      access_token: accessToken,
      scope,
      ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    };
    return { status: 200, body };
  }
  const account = codes.find('twitter', code)?.account ?? null;
  return injectRefreshFault(scripts.takeForExchange('twitter', account), { refresh: exchange, rejections: X_ERRORS });
}

/** Respond to `GET /2/users/me`. */
export function readUser(account: string): SimulatedResponse {
  const username = USERNAMES[account] ?? `user_${account}`;
  return { status: 200, body: { data: { id: account, name: username, username } } };
}
