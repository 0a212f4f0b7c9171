import { operation } from '../../lib/accounts/api/platform-apps/set.ts';
import { encryptAppSecret } from '../../lib/accounts/credentials/app-credentials.ts';
import { setWorkspaceApp, toWorkspaceAppView } from '../../lib/accounts/rules/connect/platform-app.ts';
import { loadWorkspaceApp, workspaceAppWrite } from '../../lib/accounts/store/platform-apps.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';
import { platformOr404 } from '../../lib/platforms/platform-or-404.ts';

/** Set the app credentials that a workspace brings for a platform. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, nowMs, newId }) => {
  await assertMayAddAccess(caller, nowMs);
  const owner = { id: newId('app'), workspace_id: caller.workspace.id, platform: platformOr404(params.platform) };
  const before = await loadWorkspaceApp(owner.workspace_id, owner.platform);
  const encrypted_secrets = await encryptAppSecret(body.client_secret ?? null, owner);
  const credentials = { client_id: body.client_id, encrypted_secrets, scopes: body.scopes ?? null };
  const app = setWorkspaceApp(before, owner, credentials, nowMs);
  return { status: 200, body: toWorkspaceAppView(app), writes: [workspaceAppWrite(before, app)] };
});
