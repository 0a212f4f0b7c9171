import { operation } from '../../lib/identity/api/workspace/get.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { toWorkspaceView } from '../../lib/identity/rules/workspace-settings.ts';
import { loadWorkspaceSettings, settingsKey } from '../../lib/identity/store/workspace-settings.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [settingsKey(workspaceId)] };

/** Retrieve the workspace of the access token with its settings. */
export const handler = defineEndpoint(prefetching, async ({ caller: { workspace } }) => ({
  status: 200,
  body: toWorkspaceView(workspace, await loadWorkspaceSettings(workspace.id)),
}));
