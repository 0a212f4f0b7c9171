import { settings } from '../../core/config/settings.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { storageQuota } from '../rules/storage-quota.ts';
import { loadStorageBytes } from '../store/storage-usage.ts';

/** Load the storage of a workspace's media library as `GET /workspace` shows it. */
export async function loadMediaStorage(workspace: Workspace) {
  return {
    used_bytes: await loadStorageBytes(workspace.id),
    quota_bytes: storageQuota(workspace, settings().defaultLimits).bytes,
  };
}
