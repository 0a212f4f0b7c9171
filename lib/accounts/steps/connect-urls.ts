import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import { dashboardOrigin, stageOrigin } from '../../identity/pipeline/stage-origin.ts';

/** The path of the start page. Browsers send the session cookie only below `/v1/auth`. */
const CONNECT_START_PATH = '/v1/auth/connect';

/** Return the OAuth redirect URI. It is registered with each app. */
export function connectCallbackUrl(context: RequestContext): string {
  return `${stageOrigin(context)}/v1/connect/callback`;
}

/** Return the URL of the start page of a connection. It has the origin of the dashboard, where the session cookie is. */
export function connectStartUrl(context: RequestContext, token: string): string {
  return `${dashboardOrigin(context)}${CONNECT_START_PATH}?${new URLSearchParams({ token })}`;
}
