import { instagramConnector } from '../../lib/platforms/instagram/adapter/oauth.ts';
import type {
  AppCredentials,
  AuthorizationCallback,
  AuthorizationRequest,
  OAuthConnection,
  OAuthConnector,
} from '../../lib/platforms/kit/oauth-connector.ts';
import { SIMULATED_APP } from '../../lib/platforms/kit/simulator/simulated-platform.ts';
import { linkedinConnector } from '../../lib/platforms/linkedin/adapter/oauth.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/platforms.ts';
import { twitterConnector } from '../../lib/platforms/twitter/adapter/oauth.ts';
import { LONG_TIMEOUT_MS, type startSimulator } from './platforms.ts';

/** The platforms whose connectors ask for consent on a page of the simulator. */
export const CONNECTED = ['twitter', 'linkedin', 'instagram'] as const;
export type Connected = (typeof CONNECTED)[number];

export const CONNECTORS: Record<Connected, OAuthConnector> = {
  twitter: twitterConnector,
  linkedin: linkedinConnector,
  instagram: instagramConnector,
};

const PAGES: Record<Connected, string> = {
  twitter: '/i/oauth2/authorize',
  linkedin: '/oauth/v2/authorization',
  instagram: '/oauth/authorize',
};

export const STATE = 'state-4c1f/+=&';

export type Simulator = Awaited<ReturnType<typeof startSimulator>>;

/** The URLs of a platform whose servers are all at `baseUrl`. */
export function connectionTo(platform: Connected, baseUrl: string, deadlineMs = LONG_TIMEOUT_MS): OAuthConnection {
  const { code, token } = PLATFORM_TABLE[platform].urls;
  return {
    authorizeUrl: `${baseUrl}${PAGES[platform]}`,
    tokenUrl: `${baseUrl}${new URL(code ?? token).pathname}`,
    baseUrl,
    deadlineMs,
    settings: { linkedInVersion: '202607' },
  };
}

/** The start of a flow at the simulator. */
export function requestAt(platform: Connected, { origin }: Simulator, app: AppCredentials = SIMULATED_APP) {
  return {
    app,
    redirectUri: `${origin}/v1/connect/callback`,
    state: STATE,
    connection: connectionTo(platform, `${origin}/_simulator/${platform}`),
  } satisfies AuthorizationRequest;
}

/** The decision of a person on the page. Permissions: all of them by default. */
export interface Decision {
  decision?: 'allow' | 'deny';
  account?: string;
  scopes?: readonly string[];
}

const DEFAULT_ACCOUNTS: Record<Connected, string> = {
  twitter: '1000000001',
  linkedin: 'urn:li:person:ada-example',
  instagram: '1000000003',
};

/** Send the form of the page as a browser does, and return its response. */
export async function decide(platform: Connected, url: string, decision: Decision = {}): Promise<Response> {
  const form = new URLSearchParams({
    decision: decision.decision ?? 'allow',
    account: decision.account ?? DEFAULT_ACCOUNTS[platform],
  });
  for (const scope of decision.scopes ?? CONNECTORS[platform].scopes) form.append('scope', scope);
  return fetch(url, { method: 'POST', body: form, redirect: 'manual' });
}

/** Start a flow and decide on the page. Returns the parameters with which the person comes back, and the callback. */
export async function consent(
  platform: Connected,
  simulator: Simulator,
  decision: Decision = {},
  app?: AppCredentials,
): Promise<{ parameters: Record<string, string>; callback: AuthorizationCallback }> {
  const request = requestAt(platform, simulator, app);
  const started = await CONNECTORS[platform].authorize(request);
  if (started.outcome !== 'started') throw new Error(started.error.message);
  const response = await decide(platform, started.url, decision);
  const location = response.headers.get('location');
  if (location === null) throw new Error(`No redirect: ${response.status} ${await response.text()}`);
  const back = new URL(location);
  if (`${back.origin}${back.pathname}` !== request.redirectUri) throw new Error(`Redirected to ${back.href}`);
  const parameters = Object.fromEntries(back.searchParams);
  return { parameters, callback: { ...request, code: parameters.code ?? '', parameters, pending: started.pending } };
}
