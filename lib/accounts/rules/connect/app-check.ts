import type { AppVerdict } from '../../../platforms/kit/oauth-connector.ts';
import type { Platform } from '../../../platforms/platform.ts';

/** What a check finds that keeps people from connecting accounts. */
type AppProblemCode = 'app_missing' | 'credentials_rejected' | 'https_required' | 'not_confirmed';

/** What a check knows of the app that connects accounts of a platform. */
export interface CheckedApp {
  platform: Platform;
  /** The name of the platform for people. */
  displayName: string;
  /** Whose app it is: null without one. On a platform without registered apps, the client id is a URL of the stage. */
  owner: 'workspace' | 'stage' | null;
  clientId: string | null;
  redirectUri: string;
  /** Whether the platform rejects this redirect URI, which is not an https URL. */
  needsHttps: boolean;
  verdict: AppVerdict;
  /** The permissions that publishing and metrics need, and those that the app states: null for all. */
  scopes: { needed: readonly string[]; stated: readonly string[] | null };
}

/**
 * Build the API representation of a check: `ready`; `incomplete`, with what to correct; or `unknown` if the platform did not
 * confirm the credentials and nothing else is missing. An app may do without a permission and what needs it.
 */
export function toAppCheckView(app: CheckedApp): Record<string, unknown> {
  const { needed, stated } = app.scopes;
  const missing = app.owner === null || stated === null ? [] : needed.filter((scope) => !stated.includes(scope));
  const problems = findProblems(app);
  const isOpen = problems.every(({ code }) => code === 'not_confirmed');
  const { platform, owner, clientId: client_id, redirectUri: redirect_uri } = app;
  const status = problems.length === 0 ? 'ready' : isOpen ? 'unknown' : 'incomplete';
  return { platform, status, owner, client_id, redirect_uri, missing_scopes: missing, problems };
}

function findProblems(app: CheckedApp): { code: AppProblemCode; message: string }[] {
  const { displayName, platform, owner, verdict, needsHttps, redirectUri } = app;
  if (owner === null) {
    const message = `Register an app in the developer console of ${displayName} with the redirect URI ${redirectUri}, and set its credentials with \`PUT /v1/platform-apps/${platform}\`.`;
    return [{ code: 'app_missing', message }];
  }
  const rejected = `Copy the client id and the client secret from the developer console of ${displayName} again.`;
  const found: [AppProblemCode, boolean, string][] = [
    ['credentials_rejected', verdict === 'rejected', rejected],
    ['https_required', needsHttps, `${displayName} redirects only to https URLs.`],
    ['not_confirmed', verdict === 'unknown', `${displayName} did not confirm the credentials. Check again later.`],
  ];
  return found.filter(([, isFound]) => isFound).map(([code, , message]) => ({ code, message }));
}
