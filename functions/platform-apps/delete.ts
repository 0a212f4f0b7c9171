import { operation } from '../../lib/api/platform-apps/delete.ts';
import { notFoundError } from '../../lib/domain/api-error.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { platformOr404 } from '../../lib/http/load-or-404.ts';
import { deleteWorkspaceAppWrite, loadWorkspaceApp } from '../../lib/table/platform-apps.ts';

/** Delete the app that a workspace has brought for a platform. */
export const handler = defineEndpoint(operation, async ({ caller, params }) => {
  const app = await loadWorkspaceApp(caller.workspace.id, platformOr404(params.platform));
  if (!app) throw notFoundError();
  const message = `The app credentials for ${app.platform} are deleted.`;
  return { status: 200, body: { success: true, message }, writes: [deleteWorkspaceAppWrite(app)] };
});
