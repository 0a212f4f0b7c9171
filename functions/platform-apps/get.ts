import { operation } from '../../lib/api/platform-apps/get.ts';
import { notFoundError } from '../../lib/domain/api-error.ts';
import { toWorkspaceAppView } from '../../lib/domain/connect/platform-app.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { platformOr404 } from '../../lib/http/load-or-404.ts';
import { loadWorkspaceApp } from '../../lib/table/platform-apps.ts';

/** Retrieve the app that a workspace has brought for a platform, without its secret. */
export const handler = defineEndpoint(operation, async ({ caller, params }) => {
  const app = await loadWorkspaceApp(caller.workspace.id, platformOr404(params.platform));
  if (!app) throw notFoundError();
  return { status: 200, body: toWorkspaceAppView(app) };
});
