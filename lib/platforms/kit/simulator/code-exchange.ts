import type { AuthorizationCodes, CodeExchange } from './authorization-codes.ts';
import type { ConsentRules } from './consent.ts';
import type { OauthGrants } from './oauth-grants.ts';

/** Whether the app is known and authenticated by its secret. */
export function isAuthenticatedApp(rules: ConsentRules, clientId?: string, clientSecret?: string): boolean {
  return rules.apps.some((app) => app.clientId === clientId && app.clientSecret === clientSecret);
}

/** The tokens of a code. `scope`: the permissions, separated by spaces. */
export interface CodeTokens {
  account: string;
  scope: string;
  accessToken: string;
  refreshToken: string | null;
}

/**
 * Exchange a code for tokens, once. A second exchange revokes the tokens of the first (RFC 6749, 4.1.2).
 *
 * @returns null for a code that is rejected.
 */
export function exchangeCode(
  exchange: CodeExchange,
  lifetimes: { expiresInSeconds: number; hasRefreshToken: (scope: string) => boolean },
  rules: ConsentRules,
  codes: AuthorizationCodes,
  grants: OauthGrants,
): CodeTokens | null {
  const { platform } = rules;
  const rejection = codes.findRejection(platform, exchange, rules.codeLifetimeSeconds);
  const stored = codes.find(platform, exchange.code);
  if (rejection === 'used' && stored?.family) grants.kill(stored.family);
  if (rejection !== null || stored === undefined) return null;
  const app = rules.apps.find(({ clientId }) => clientId === exchange.clientId);
  const { account, scope, clientId } = stored;
  const { family, ...tokens } = grants.issue({
    platform,
    account,
    scope,
    clientId,
    clientSecret: app?.clientSecret ?? null,
    expiresInSeconds: lifetimes.expiresInSeconds,
    hasRefreshToken: lifetimes.hasRefreshToken(scope),
  });
  codes.spend(exchange.code, family);
  return { account, scope, ...tokens };
}
