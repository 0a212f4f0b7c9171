import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { operation } from '../../lib/workspaces/api/workspaces/update.ts';
import { assertNotDeleting } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { editWorkspace } from '../../lib/workspaces/rules/workspace-details.ts';
import { externalIdWrites } from '../../lib/workspaces/steps/create-workspace.ts';
import { limitWrites } from '../../lib/workspaces/steps/limit-writes.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';
import { changeWorkspace, workspaceResponse } from '../../lib/workspaces/steps/workspace-response.ts';

/** Update a workspace of the stage. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, context }) => {
  const before = await workspaceInPath(caller, params.id);
  assertIfMatch(context, before);
  assertNotDeleting(before);
  const edited = editWorkspace(before, body);
  if (edited === before) return workspaceResponse(before);
  const { after, write } = changeWorkspace(before, edited);
  return {
    ...workspaceResponse(after),
    writes: [write, ...externalIdWrites(after, before), ...(await limitWrites(before, after))],
  };
});
