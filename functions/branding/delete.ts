import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadWorkspace } from '../../lib/identity/store/workspaces.ts';
import { operation } from '../../lib/workspaces/api/branding/delete.ts';
import { changeWorkspace } from '../../lib/workspaces/steps/workspace-response.ts';

/** Delete the branding of the stage or of a workspace: pages of a workspace then have that of the stage. */
export const handler = defineEndpoint(operation, async ({ caller }) => {
  const before = await loadOr404('workspace', caller.workspace.id, loadWorkspace);
  const { branding, ...edited } = before;
  const writes = branding === undefined ? [] : [changeWorkspace(before, edited).write];
  return { status: 200, body: { success: true, message: 'The branding is deleted.' }, writes };
});
