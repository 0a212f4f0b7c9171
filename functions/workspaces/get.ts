import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { operation } from '../../lib/workspaces/api/workspaces/get.ts';
import { toWorkspaceView } from '../../lib/workspaces/rules/workspace-details.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';

/** Retrieve a workspace of the stage. */
export const handler = defineEndpoint(operation, async ({ caller, params }) => {
  const workspace = await workspaceInPath(caller, params.id);
  return { status: 200, headers: { etag: etagOf(workspace) }, body: toWorkspaceView(workspace) };
});
