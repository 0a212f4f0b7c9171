import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadWorkspace } from '../../lib/identity/store/workspaces.ts';
import { operation } from '../../lib/workspaces/api/branding/get.ts';
import { toBrandingView } from '../../lib/workspaces/rules/branding-details.ts';

/** Retrieve the branding of the stage or of a workspace. */
export const handler = defineEndpoint(operation, async ({ caller }) => {
  const workspace = await loadOr404('workspace', caller.workspace.id, loadWorkspace);
  return { status: 200, body: toBrandingView(workspace) };
});
