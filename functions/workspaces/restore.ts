import { haltBy, STAGE } from '../../lib/halts/rules/halt.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { operation } from '../../lib/workspaces/api/workspaces/restore.ts';
import { restoreWorkspace } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { suspensionEndWrites } from '../../lib/workspaces/steps/end-suspension.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';
import { changeWorkspace, workspaceResponse } from '../../lib/workspaces/steps/workspace-response.ts';
import { loadDeletion, withdrawnDeletionWrite } from '../../lib/workspaces/store/workspace-deletions.ts';

/** Withdraw the deletion of a workspace, unless its time has come. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, nowMs, context }) => {
  const before = await workspaceInPath(caller, params.id);
  assertIfMatch(context, before);
  if (!before.deletion) return workspaceResponse(before);
  const { after, write } = changeWorkspace(before, restoreWorkspace(before, nowMs));
  const [stored, settings] = await Promise.all([loadDeletion(before.id), loadWorkspaceSettings(before.id)]);
  const halt = after.suspension ? null : haltBy(STAGE, settings);
  return {
    ...workspaceResponse(after),
    writes: [
      write,
      ...(stored ? [withdrawnDeletionWrite(stored)] : []),
      ...(await suspensionEndWrites(settings, halt, body)),
    ],
  };
});
