import { operation } from '../../lib/identity/api/workspace/get.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { toWorkspaceSettingsView } from '../../lib/identity/rules/workspace-settings.ts';
import { loadWorkspaceSettings, settingsKey } from '../../lib/identity/store/workspace-settings.ts';
import { loadMediaStorage } from '../../lib/media/steps/media-storage.ts';
import { storageKey } from '../../lib/media/store/storage-usage.ts';

const prefetching = {
  ...operation,
  prefetch: (workspaceId: string) => [settingsKey(workspaceId), storageKey(workspaceId)],
};

/** Retrieve the workspace of the access token with its settings and its storage. */
export const handler = defineEndpoint(prefetching, async ({ caller: { workspace } }) => {
  const settings = await loadWorkspaceSettings(workspace.id);
  return {
    status: 200,
    body: { ...toWorkspaceSettingsView(workspace, settings), media_storage: await loadMediaStorage(workspace) },
  };
});
