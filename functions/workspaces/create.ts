import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { operation } from '../../lib/workspaces/api/workspaces/create.ts';
import { toWorkspaceView } from '../../lib/workspaces/rules/workspace-details.ts';
import { createCustomerWorkspace } from '../../lib/workspaces/steps/create-workspace.ts';
import { assertNameable } from '../../lib/workspaces/steps/workspace-in-path.ts';

/** Create the workspace of a customer. */
export const handler = defineEndpoint(operation, async ({ caller, body, newId, nowMs }) => {
  assertNameable(caller, null);
  const { workspace, writes } = await createCustomerWorkspace(body, newId, nowMs);
  const headers = { location: `/v1/workspaces/${workspace.id}`, etag: etagOf(workspace) };
  return { status: 201, headers, body: toWorkspaceView(workspace), writes };
});
