import { isLoopback } from '../../core/config/origins.ts';
import { CONNECTORS } from '../../platforms/adapters.ts';
import type { Platform } from '../../platforms/platform.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import { stageUrlsOf } from '../../platforms/stage-urls.ts';
import { decryptApp } from '../credentials/app-credentials.ts';
import { connectorConnection } from '../credentials/connector-connection.ts';
import type { CheckedApp } from '../rules/connect/app-check.ts';
import { ownerOf, type PlatformApp, type WorkspaceApp } from '../rules/connect/platform-app.ts';

/**
 * Check the app that connects accounts of a platform: ask the platform about its credentials, and compare its permissions
 * with those that are needed. `app` is that of the workspace or of the stage, or null. Does not reject if the platform
 * cannot be reached.
 */
export async function checkApp(
  platform: Platform,
  app: WorkspaceApp | PlatformApp | null,
  redirectUri: string,
): Promise<CheckedApp> {
  const { displayName } = PLATFORM_TABLE[platform];
  const connector = CONNECTORS[platform];
  const stageClientId = connector?.clientIdOf?.(redirectUri);
  const scopes = { needed: connector?.scopes ?? [], stated: app?.scopes ?? null };
  const base = { platform, displayName, redirectUri, needsHttps: needsHttps(platform, redirectUri), scopes };
  if (stageClientId !== undefined) return { ...base, owner: 'stage', clientId: stageClientId, verdict: 'accepted' };
  if (!connector?.checkApp || !app) return { ...base, owner: null, clientId: null, verdict: 'unknown' };
  const connection = connectorConnection(platform);
  const verdict = await connector.checkApp({ app: await decryptApp(app), redirectUri, connection });
  return { ...base, owner: ownerOf(app), clientId: app.client_id, verdict };
}

/** Whether a platform rejects a redirect URI on http, which only the local service has. */
export function needsHttps(platform: Platform, redirectUri: string): boolean {
  const isSimulated = isLoopback(new URL(stageUrlsOf(platform).authorize).host);
  return PLATFORM_TABLE[platform].requiresHttpsRedirect === true && !redirectUri.startsWith('https:') && !isSimulated;
}
