import type { Write } from '../../core/table/commit.ts';
import { counterEntity } from '../../core/table/entities.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey } from '../../core/table/schema.ts';
import { counterIncrement } from '../../core/table/versioned.ts';
import { type StorageQuota, storageQuotaError } from '../rules/storage-quota.ts';

const COUNTER = 'media';

/** Return the key of the counter of the bytes of a workspace's media library. */
export function storageKey(workspaceId: string): PrimaryKey {
  return keyOf(counterEntity, { workspace_id: workspaceId, name: COUNTER });
}

/** Load how many bytes the media library of a workspace has: those announced and those stored. */
export async function loadStorageBytes(workspaceId: string): Promise<number> {
  return (await load<{ bytes?: number }>(storageKey(workspaceId)))?.bytes ?? 0;
}

/**
 * Build the writes that count bytes of a media library, or release them (negative). With a quota, they fail with 409 for
 * bytes that would exceed it.
 */
export function storageWrites(workspaceId: string, bytes: number, quota?: StorageQuota): Write[] {
  if (bytes === 0) return [];
  const increment = counterIncrement(workspaceId, COUNTER, { bytes });
  if (bytes < 0 || !quota) return [increment];
  return [
    {
      ...increment,
      set: {
        ...increment.set,
        workspace_id: workspaceId,
        limit_name: 'media_bytes',
        limit: quota.isOfPlan ? null : quota.bytes,
      },
      ifBelow: { attribute: 'bytes', limit: quota.bytes - bytes + 1 },
      onConflict: (found) => storageQuotaError(Number(found?.bytes ?? 0), quota.bytes),
    },
  ];
}
