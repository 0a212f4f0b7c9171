import { haltBy, newHalt, STAGE } from '../../lib/halts/rules/halt.ts';
import { haltWrites, loadHalt, reasonWrites } from '../../lib/halts/store/halts.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { waitUntilStopped } from '../../lib/publishing/steps/halt-wait.ts';
import { operation } from '../../lib/workspaces/api/workspaces/suspend.ts';
import { assertNotDeleting } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { suspendWorkspace } from '../../lib/workspaces/rules/workspace-details.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';
import { changeWorkspace, haltedResponse } from '../../lib/workspaces/steps/workspace-response.ts';

// The request that stored the suspension may have ended before its wait.
const waiting = { ...operation, beforeReplay: waitUntilStopped };

/** Suspend a workspace. The response comes when no worker sends a post of it any more. */
export const handler = defineEndpoint(waiting, async ({ caller, params, body, newId, nowMs, context }) => {
  const before = await workspaceInPath(caller, params.id);
  assertIfMatch(context, before);
  assertNotDeleting(before);
  const settings = await loadWorkspaceSettings(before.id);
  const { reason } = body;
  // The halt may be there already: of a former suspension, or of one before a restored backup.
  const active = haltBy(STAGE, settings);
  const found = active && (await loadHalt(before.id, active.id));
  const owner = { id: newId('halt'), workspace_id: before.id, created_by: STAGE };
  const halted = found
    ? reasonWrites(settings, found, reason)
    : haltWrites(settings, newHalt({ scope: 'workspace', reason }, owner, nowMs));
  const { after, write } = changeWorkspace(before, suspendWorkspace(before, body, nowMs));
  return { ...haltedResponse(after), writes: [write, ...halted] };
});
