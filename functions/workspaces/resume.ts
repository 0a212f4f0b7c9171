import { haltBy, STAGE } from '../../lib/halts/rules/halt.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { operation } from '../../lib/workspaces/api/workspaces/resume.ts';
import { assertNotDeleting } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { resumeWorkspace } from '../../lib/workspaces/rules/workspace-details.ts';
import { suspensionEndWrites } from '../../lib/workspaces/steps/end-suspension.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';
import { changeWorkspace, workspaceResponse } from '../../lib/workspaces/steps/workspace-response.ts';

/** End the suspension of a workspace. The stream releases what it has held. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, context }) => {
  const before = await workspaceInPath(caller, params.id);
  assertIfMatch(context, before);
  assertNotDeleting(before);
  const settings = await loadWorkspaceSettings(before.id);
  const active = haltBy(STAGE, settings);
  if (!before.suspension && !active) return workspaceResponse(before);
  const { after, write } = changeWorkspace(before, resumeWorkspace(before));
  return { ...workspaceResponse(after), writes: [write, ...(await suspensionEndWrites(settings, active, body))] };
});
