import { notFoundError } from '../../lib/core/problems/request-errors.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/workspaces/api/workspaces/deletion.ts';
import { toDeletionView } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { workspaceIdInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';
import { loadDeletion } from '../../lib/workspaces/store/workspace-deletions.ts';

/** Retrieve the deletion of a workspace, also when the workspace is gone. */
export const handler = defineEndpoint(operation, async ({ caller, params }) => {
  const deletion = await loadDeletion(await workspaceIdInPath(caller, params.id));
  if (!deletion) throw notFoundError();
  return { status: 200, body: toDeletionView(deletion) };
});
