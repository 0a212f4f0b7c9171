import { operation } from '../../lib/api/workspace/get.ts';
import { toWorkspaceView } from '../../lib/domain/identity/workspace-settings.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadWorkspaceSettings, settingsKey } from '../../lib/table/workspace-settings.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [settingsKey(workspaceId)] };

/** Retrieve the workspace of the access token with its settings. */
export const handler = defineEndpoint(prefetching, async ({ caller: { workspace } }) => ({
  status: 200,
  body: toWorkspaceView(workspace, await loadWorkspaceSettings(workspace.id)),
}));
