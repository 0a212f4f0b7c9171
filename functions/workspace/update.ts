import { operation } from '../../lib/api/workspace/update.ts';
import { assertMayEditSettings, editSettings, toWorkspaceView } from '../../lib/domain/identity/workspace-settings.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadWorkspaceSettings, settingsKey, settingsWrite } from '../../lib/table/workspace-settings.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [settingsKey(workspaceId)] };

/** Update the settings of the workspace. */
export const handler = defineEndpoint(prefetching, async ({ caller: { workspace, permissions }, body }) => {
  const before = await loadWorkspaceSettings(workspace.id);
  const after = editSettings(before, body);
  if (after !== before) assertMayEditSettings(before, permissions);
  return {
    status: 200,
    body: toWorkspaceView(workspace, after),
    writes: after === before ? [] : [settingsWrite(before, after)],
  };
});
