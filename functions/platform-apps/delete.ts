import { operation } from '../../lib/accounts/api/platform-apps/delete.ts';
import { deleteWorkspaceAppWrite, loadWorkspaceApp } from '../../lib/accounts/store/platform-apps.ts';
import { notFoundError } from '../../lib/core/problems/request-errors.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { platformOr404 } from '../../lib/platforms/platform-or-404.ts';

/** Delete the app that a workspace has brought for a platform. */
export const handler = defineEndpoint(operation, async ({ caller, params }) => {
  const app = await loadWorkspaceApp(caller.workspace.id, platformOr404(params.platform));
  if (!app) throw notFoundError();
  const message = `The app credentials for ${app.platform} are deleted.`;
  return { status: 200, body: { success: true, message }, writes: [deleteWorkspaceAppWrite(app)] };
});
