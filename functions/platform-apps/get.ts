import { operation } from '../../lib/accounts/api/platform-apps/get.ts';
import { toWorkspaceAppView } from '../../lib/accounts/rules/connect/platform-app.ts';
import { loadWorkspaceApp } from '../../lib/accounts/store/platform-apps.ts';
import { notFoundError } from '../../lib/core/problems/request-errors.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { platformOr404 } from '../../lib/platforms/platform-or-404.ts';

/** Retrieve the app that a workspace has brought for a platform, without its secret. */
export const handler = defineEndpoint(operation, async ({ caller, params }) => {
  const app = await loadWorkspaceApp(caller.workspace.id, platformOr404(params.platform));
  if (!app) throw notFoundError();
  return { status: 200, body: toWorkspaceAppView(app) };
});
