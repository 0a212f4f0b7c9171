import { decryptFor, encryptFor } from '../../core/crypto/kms.ts';
import { CONNECTORS } from '../../platforms/adapters.ts';
import type { AppCredentials } from '../../platforms/kit/oauth-connector.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { PlatformApp, WorkspaceApp } from '../rules/connect/platform-app.ts';
import { loadApp } from '../store/platform-apps.ts';

type AppOwner = { platform: Platform; workspace_id?: string };

// The name of the field differs from that of accounts, so that IAM tells the two kinds of secrets apart.
const contextOf = ({ platform, workspace_id }: AppOwner) => ({
  app_platform: platform,
  ...(workspace_id === undefined ? {} : { workspace_id }),
});

/** Encrypt the secret of an app, of a workspace or without one of the stage; null for a public client. */
export async function encryptAppSecret(clientSecret: string | null, owner: AppOwner): Promise<string | null> {
  return clientSecret === null ? null : encryptFor({ client_secret: clientSecret }, contextOf(owner));
}

/**
 * Load the app credentials that connect accounts of a platform in a workspace, or null. `redirectUri` is the callback of
 * the stage: some platforms derive the client id from it.
 */
export async function getAppCredentials(
  workspaceId: string,
  platform: Platform,
  redirectUri: string,
): Promise<AppCredentials | null> {
  const clientId = CONNECTORS[platform]?.clientIdOf?.(redirectUri);
  if (clientId !== undefined) return { clientId, clientSecret: null };
  const app = await loadApp(workspaceId, platform);
  return app && decryptApp(app);
}

/** Decrypt the credentials of an app, of a workspace or of the stage. */
export async function decryptApp(app: PlatformApp | WorkspaceApp): Promise<AppCredentials> {
  return { clientId: app.client_id, clientSecret: await decryptAppSecret(app), scopes: app.scopes ?? undefined };
}

async function decryptAppSecret(app: PlatformApp | WorkspaceApp): Promise<string | null> {
  if (app.encrypted_secrets === null) return null;
  return (await decryptFor<{ client_secret: string }>(app.encrypted_secrets, contextOf(app))).client_secret;
}
