import { settings } from '../../core/config/settings.ts';
import type { OAuthConnection } from '../../platforms/kit/oauth-connector.ts';
import type { Platform } from '../../platforms/platform.ts';
import { stageUrlsOf } from '../../platforms/stage-urls.ts';

// An exchange takes at most twice as long, and the callback may run for 29 seconds.
const DEADLINE_MS = 10_000;

/** Return the URLs of a platform for the authorization code flow, as the stage sets them. */
export function connectorConnection(platform: Platform): OAuthConnection {
  const stage = settings();
  const { authorize: authorizeUrl, code: tokenUrl, api: baseUrl } = stageUrlsOf(platform);
  return {
    authorizeUrl,
    tokenUrl,
    baseUrl,
    deadlineMs: DEADLINE_MS,
    settings: stage,
    allowLoopback: stage.allowsLoopbackReceivers,
  };
}
