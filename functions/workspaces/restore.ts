import { haltBy, STAGE } from '../../lib/halts/rules/halt.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch, etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { workspaceUpdateWrite } from '../../lib/identity/store/workspaces.ts';
import { operation } from '../../lib/workspaces/api/workspaces/restore.ts';
import { restoreWorkspace } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { toWorkspaceView } from '../../lib/workspaces/rules/workspace-details.ts';
import { suspensionEndWrites } from '../../lib/workspaces/steps/end-suspension.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';
import { loadDeletion, withdrawnDeletionWrite } from '../../lib/workspaces/store/workspace-deletions.ts';

/** Withdraw the deletion of a workspace, unless its time has come. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, nowMs, context }) => {
  const before = await workspaceInPath(caller, params.id);
  assertIfMatch(context, before);
  if (!before.deletion) return { status: 200, headers: { etag: etagOf(before) }, body: toWorkspaceView(before) };
  const after = { ...restoreWorkspace(before, nowMs), version: before.version + 1 };
  const [stored, settings] = await Promise.all([loadDeletion(before.id), loadWorkspaceSettings(before.id)]);
  const halt = after.suspension ? null : haltBy(STAGE, settings);
  return {
    status: 200,
    headers: { etag: etagOf(after) },
    body: toWorkspaceView(after),
    writes: [
      workspaceUpdateWrite(before, after),
      ...(stored ? [withdrawnDeletionWrite(stored)] : []),
      ...(await suspensionEndWrites(settings, halt, body)),
    ],
  };
});
