import { haltBy, STAGE } from '../../lib/halts/rules/halt.ts';
import { newHaltRelease } from '../../lib/halts/rules/halt-release.ts';
import { loadHalt, resumeWrites } from '../../lib/halts/store/halts.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch, etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { workspaceUpdateWrite } from '../../lib/identity/store/workspaces.ts';
import { operation } from '../../lib/workspaces/api/workspaces/resume.ts';
import { resumeWorkspace, toWorkspaceView } from '../../lib/workspaces/rules/workspace-details.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';

/** End the suspension of a workspace. The stream releases what it has held. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, context }) => {
  const before = await workspaceInPath(caller, params.id);
  assertIfMatch(context, before);
  const { suspension, id: workspace_id } = before;
  const settings = await loadWorkspaceSettings(workspace_id);
  const active = haltBy(STAGE, settings);
  if (!suspension && !active) {
    return { status: 200, headers: { etag: etagOf(before) }, body: toWorkspaceView(before) };
  }
  const halt = active && (await loadHalt(workspace_id, active.id));
  const after = { ...resumeWorkspace(before), version: before.version + 1 };
  const release = halt && newHaltRelease(halt, { workspace_id, ...body, resumed_by: STAGE }, Date.now());
  return {
    status: 200,
    headers: { etag: etagOf(after) },
    body: toWorkspaceView(after),
    writes: [workspaceUpdateWrite(before, after), ...(halt && release ? resumeWrites(settings, halt, release) : [])],
  };
});
