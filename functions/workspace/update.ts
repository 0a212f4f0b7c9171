import { assertTimeZone } from '../../lib/core/values/local-time.ts';
import { operation } from '../../lib/identity/api/workspace/update.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import {
  assertKeepsPasskey,
  assertLoosenedByPerson,
  assertMayEditSettings,
  assertMayRequireApprovals,
  editSettings,
  loosensApproval,
  toWorkspaceSettingsView,
} from '../../lib/identity/rules/workspace-settings.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';
import {
  isPasskeyRequired,
  loadWorkspaceSettings,
  settingsKey,
  settingsWrite,
} from '../../lib/identity/store/workspace-settings.ts';
import { loadMediaStorage } from '../../lib/media/steps/media-storage.ts';
import { storageKey } from '../../lib/media/store/storage-usage.ts';

const prefetching = {
  ...operation,
  prefetch: (workspaceId: string) => [settingsKey(workspaceId), storageKey(workspaceId)],
};

/** Update the settings of the workspace. */
export const handler = defineEndpoint(prefetching, async ({ caller, body, nowMs }) => {
  const { workspace } = caller;
  if (body.time_zone !== undefined) assertTimeZone(body.time_zone, '/time_zone');
  if (isPasskeyRequired(workspace.id)) assertKeepsPasskey(body);
  const before = await loadWorkspaceSettings(workspace.id);
  const after = editSettings(before, body);
  if (after !== before) {
    assertMayEditSettings(before, after, caller);
    assertMayRequireApprovals(before, after, caller.stage !== null);
    assertLoosenedByPerson(before, after, caller);
    if (loosensApproval(before, after)) await assertMayAddAccess(caller, nowMs);
  }
  return {
    status: 200,
    body: { ...toWorkspaceSettingsView(workspace, after), media_storage: await loadMediaStorage(workspace) },
    writes: after === before ? [] : [settingsWrite(before, after)],
  };
});
