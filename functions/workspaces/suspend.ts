import { newHalt, STAGE, suspensionHalt } from '../../lib/halts/rules/halt.ts';
import { haltWrites } from '../../lib/halts/store/halts.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch, etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { workspaceUpdateWrite } from '../../lib/identity/store/workspaces.ts';
import { waitUntilStopped } from '../../lib/publishing/steps/halt-wait.ts';
import { operation } from '../../lib/workspaces/api/workspaces/suspend.ts';
import { suspendWorkspace, toWorkspaceView } from '../../lib/workspaces/rules/workspace-details.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';

// The request that stored the suspension may have ended before its wait.
const waiting = { ...operation, beforeReplay: waitUntilStopped };

/** Suspend a workspace. The response comes when no worker sends a post of it any more. */
export const handler = defineEndpoint(waiting, async ({ caller, params, body, newId, nowMs, context }) => {
  const before = await workspaceInPath(caller, params.id);
  assertIfMatch(context, before);
  const settings = await loadWorkspaceSettings(before.id);
  const { reason } = body;
  const owner = { id: newId('halt'), workspace_id: before.id, created_by: STAGE };
  const halt = newHalt({ scope: 'workspace', reason }, owner, nowMs);
  // Of another request at the same time, or of one before a restored backup.
  const found = suspensionHalt(settings);
  const after = { ...suspendWorkspace(before, body, (found ?? halt).id, nowMs), version: before.version + 1 };
  const result = { status: 200, headers: { etag: etagOf(after) }, body: toWorkspaceView(after) };
  const halted = found ? [] : haltWrites(settings, halt);
  return {
    ...result,
    writes: [workspaceUpdateWrite(before, after), ...halted],
    afterCommit: async () => {
      await waitUntilStopped();
      return result;
    },
  };
});
