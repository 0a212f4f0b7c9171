import { haltBy, newHalt, STAGE } from '../../lib/halts/rules/halt.ts';
import { haltWrites } from '../../lib/halts/store/halts.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { operation } from '../../lib/workspaces/api/workspaces/delete.ts';
import { deletionOf, graceDays, isDeleting, scheduleDeletion } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';
import { changeWorkspace, haltedResponse } from '../../lib/workspaces/steps/workspace-response.ts';
import { deletionWrite, loadDeletion } from '../../lib/workspaces/store/workspace-deletions.ts';

const HALT_REASON = 'The workspace is being deleted.';

/** Schedule the deletion of a workspace. The response comes when no worker sends a post of it any more. */
export const handler = defineEndpoint(operation, async ({ caller, params, query, newId, nowMs, context }) => {
  const days = graceDays(query.grace_days);
  const before = await workspaceInPath(caller, params.id);
  assertIfMatch(context, before);
  const scheduled = scheduleDeletion(before, days, caller.clientId, nowMs);
  if (scheduled === before || !isDeleting(scheduled)) return haltedResponse(before);
  const { after, write } = changeWorkspace(before, scheduled);
  const [stored, settings] = await Promise.all([loadDeletion(before.id), loadWorkspaceSettings(before.id)]);
  const owner = { id: newId('halt'), workspace_id: before.id, created_by: STAGE };
  const halt = newHalt({ scope: 'workspace', reason: HALT_REASON }, owner, nowMs);
  // That of a suspension stops the posts too.
  const halted = haltBy(STAGE, settings) ? [] : haltWrites(settings, halt);
  return { ...haltedResponse(after), writes: [write, deletionWrite(stored, deletionOf(after)), ...halted] };
});
