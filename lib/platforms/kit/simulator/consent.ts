import type { Platform } from '../../platform.ts';
import type { AuthorizationCodes } from './authorization-codes.ts';
import { consentErrorPage, consentPage, type SignedInAccount } from './consent-page.ts';
import { parseParameters, type SimulatedRequest, type SimulatedResponse } from './simulated-http.ts';

/** An app that a platform knows. Its redirect URIs are the callbacks of the service beside the simulator. */
export interface ConsentApp {
  clientId: string;
  clientSecret: string;
  /** The permissions that the platform has granted to the app. */
  scopes: readonly string[];
}

/** How one platform asks for consent. */
export interface ConsentRules {
  platform: Platform;
  displayName: string;
  /** The path of the page. */
  path: string;
  apps: readonly ConsentApp[];
  /** The accounts that the browser is signed in with. */
  accounts: readonly SignedInAccount[];
  /** The description of each permission. */
  scopes: Readonly<Record<string, string>>;
  scopeSeparator: string;
  choosesScopes: boolean;
  requiresPkce: boolean;
  codeLifetimeSeconds: number;
  /** The parameters of the redirect after a denial. */
  denial: Record<string, string>;
  /** Returns the parameters of the redirect for a permission that the app lacks. Omit where a page reports it. */
  scopeError?(scope: string): Record<string, string>;
}

const APP_NAME = 'Content Intelligence (local)';
const CALLBACK_PATH = '/v1/connect/callback';
const CHALLENGE = /^[\w-]{43}$/;

/** Return the redirect URIs of the apps: the callback of the service at the origin of the simulator. */
function registeredRedirectUris(origin: string): string[] {
  const { protocol, port } = new URL(origin);
  const hosts = [new URL(origin).hostname, '127.0.0.1', 'localhost'];
  return hosts.map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}${CALLBACK_PATH}`);
}

function redirect(redirectUri: string, parameters: Record<string, string>): SimulatedResponse {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.href, 'cache-control': 'no-store' } };
}

/** Respond to the page on which a person allows or denies an app, and to its form. Null for another path. */
export function answerConsent(
  request: SimulatedRequest,
  codes: AuthorizationCodes,
  rules: ConsentRules,
): SimulatedResponse | null {
  if (request.path !== rules.path) return null;
  const fail = (message: string) => consentErrorPage(rules.displayName, message);
  const parameters = parseParameters(request.query);
  if (parameters === undefined) return fail('A parameter is repeated.');
  const { client_id: clientId = '', redirect_uri: redirectUri = '', state = '' } = parameters;
  const app = rules.apps.find((each) => each.clientId === clientId);
  if (app === undefined) return fail('The client_id is not that of an app.');
  if (!registeredRedirectUris(request.origin).includes(redirectUri)) {
    return fail(`The redirect_uri is not registered with the app: ${redirectUri}`);
  }
  if (parameters.response_type !== 'code') return fail('The response_type is not code.');
  if (state === '' || state.length > 500) return fail('The state has 1 to 500 characters.');
  const challenge = parameters.code_challenge ?? null;
  if (rules.requiresPkce && (challenge === null || !CHALLENGE.test(challenge))) return fail('No code_challenge.');
  if (rules.requiresPkce && parameters.code_challenge_method !== 'S256') return fail('No code_challenge_method S256.');
  const scopes = (parameters.scope ?? '').split(rules.scopeSeparator).filter((scope) => scope !== '');
  const lacking = scopes.find((scope) => !app.scopes.includes(scope));
  if (lacking !== undefined) {
    const error = rules.scopeError?.(lacking);
    return error ? redirect(redirectUri, { ...error, state }) : fail(`The app lacks the permission ${lacking}.`);
  }
  if (scopes.length === 0) return fail('The scope is empty.');

  if (request.method === 'GET') {
    const described = scopes.map((scope) => [scope, rules.scopes[scope] ?? scope] as const);
    return consentPage({ ...rules, appName: APP_NAME, scopes: described });
  }
  const form = new URLSearchParams(request.body.toString('utf8'));
  if (form.get('decision') !== 'allow') return redirect(redirectUri, { ...rules.denial, state });
  const account = rules.accounts.find(({ id }) => id === form.get('account'));
  if (account === undefined) return fail('The account is not signed in.');
  const allowed = rules.choosesScopes ? scopes.filter((scope) => form.getAll('scope').includes(scope)) : scopes;
  const grant = { platform: rules.platform, account: account.id, clientId, redirectUri, scope: allowed.join(' ') };
  return redirect(redirectUri, { code: codes.issue({ ...grant, challenge }), state });
}
