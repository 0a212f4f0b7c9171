import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/workspaces/api/workspaces/get.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';
import { workspaceResponse } from '../../lib/workspaces/steps/workspace-response.ts';

/** Retrieve a workspace of the stage. */
export const handler = defineEndpoint(operation, async ({ caller, params }) => {
  return workspaceResponse(await workspaceInPath(caller, params.id));
});
