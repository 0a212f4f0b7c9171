import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch, etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { workspaceUpdateWrite } from '../../lib/identity/store/workspaces.ts';
import { operation } from '../../lib/workspaces/api/workspaces/update.ts';
import { assertNotDeleting } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { editWorkspace, toWorkspaceView } from '../../lib/workspaces/rules/workspace-details.ts';
import { externalIdWrites } from '../../lib/workspaces/steps/create-workspace.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';

/** Update a workspace of the stage. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, context }) => {
  const before = await workspaceInPath(caller, params.id);
  assertIfMatch(context, before);
  assertNotDeleting(before);
  const edited = editWorkspace(before, body);
  const isChanged = edited !== before;
  const after = isChanged ? { ...edited, version: before.version + 1 } : before;
  return {
    status: 200,
    headers: { etag: etagOf(after) },
    body: toWorkspaceView(after),
    writes: isChanged ? [workspaceUpdateWrite(before, after), ...externalIdWrites(after, before)] : [],
  };
});
