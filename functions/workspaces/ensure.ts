import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspace, loadWorkspaceIdOf } from '../../lib/identity/store/workspaces.ts';
import { operation } from '../../lib/workspaces/api/workspaces/ensure.ts';
import { assertDeleted } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { assertExternalId, toWorkspaceView } from '../../lib/workspaces/rules/workspace-details.ts';
import { createCustomerWorkspace } from '../../lib/workspaces/steps/create-workspace.ts';
import { assertNameable } from '../../lib/workspaces/steps/workspace-in-path.ts';
import { loadDeletion } from '../../lib/workspaces/store/workspace-deletions.ts';

/** Create the workspace of an external id, or return the one that has it. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, newId, nowMs }) => {
  const external_id = assertExternalId(params.external_id);
  const id = await loadWorkspaceIdOf(external_id);
  assertNameable(caller, id);
  const found = id === null ? null : await loadWorkspace(id);
  // It keeps its external id until nothing of it is left.
  if (id !== null && !found) assertDeleted(await loadDeletion(id));
  const { workspace, writes } = found
    ? { workspace: found, writes: [] }
    : await createCustomerWorkspace({ ...body, external_id }, newId, nowMs, id);
  const headers = { location: `/v1/workspaces/${workspace.id}`, etag: etagOf(workspace) };
  // Of two requests at once, the second runs again after the conflict, and finds the workspace of the first.
  const retried = writes.map(({ onConflict: _, ...write }) => write);
  return { status: found ? 200 : 201, headers, body: toWorkspaceView(workspace), writes: retried };
});
