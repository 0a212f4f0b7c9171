import type { Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, loadAll, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, keyOf, type PrimaryKey, partition, shardOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { agentUsageWrite } from '../../identity/store/agent-usage.ts';
import { mediaAssetEntity } from '../entities/media-assets.ts';
import type { MediaAsset } from '../rules/media-asset.ts';
import type { StorageQuota } from '../rules/storage-quota.ts';
import { storageWrites } from './storage-usage.ts';

/** Return the key of a media asset. */
export function mediaKey(workspaceId: string, id: string): PrimaryKey {
  return keyOf(mediaAssetEntity, { workspace_id: workspaceId, id });
}

/** Load a media asset of a workspace, or null. */
export function loadMediaAsset(workspaceId: string, id: string): Promise<MediaAsset | null> {
  return load<MediaAsset>(mediaKey(workspaceId, id));
}

/** Load those of these media assets that exist in the workspace, in no order. */
export async function loadMediaAssets(workspaceId: string, ids: string[]): Promise<MediaAsset[]> {
  const found = await loadAll<MediaAsset>([...new Set(ids)].map((id) => mediaKey(workspaceId, id)));
  return found.filter((asset) => asset !== null);
}

/** List the media assets of a workspace, newest first, with their total. */
export function listMediaAssets(workspaceId: string, request: PageRequest): Promise<TotalPage<MediaAsset>> {
  const pk = partition(mediaAssetEntity, 'pk', { workspace_id: workspaceId });
  return pageWithTotal<MediaAsset>({ partitions: [pk], descending: true }, request);
}

/** Load the media assets that expired before a time (ISO 8601), at most `limit` of each shard. */
export function loadExpiredMedia(before: string, limit: number): Promise<Supported<MediaAsset>> {
  return loadDue<MediaAsset>(mediaAssetEntity, before, limit);
}

/**
 * Build the writes of a media asset: new, or after the version that was read, so that its bytes are counted once. With a
 * quota, they fail with 409 when the bytes that it adds exceed it.
 */
export function mediaAssetWrites(before: MediaAsset | null, after: MediaAsset, quota?: StorageQuota): Write[] {
  const added = addedBytes(before, after);
  return [
    versioned(mediaAssetEntity, before, after, { shard: shardOf(after.id, DUE_SHARDS) }),
    ...storageWrites(after.workspace_id, added, quota),
  ];
}

/**
 * Build the writes of an asset whose file has arrived, so that its size is known. Only now are the bytes behind a URL taken
 * from the budget of the agent that added it: beyond the budget or the quota of the workspace, the writes fail with 429 or
 * 409. What the service adds later, such as adaptations, is not the agent's.
 */
export function arrivedFileWrites(before: MediaAsset, after: MediaAsset, quota?: StorageQuota): Write[] {
  const { agent_key, agent_budget_bytes: limit = 0, workspace_id, updated_at } = after;
  const [amount, writes] = [addedBytes(before, after), mediaAssetWrites(before, after, quota)];
  if (!agent_key || amount <= 0) return writes;
  const use = { budget: 'media_bytes', amount, limit } as const;
  return [...writes, agentUsageWrite({ workspace_id, client_id: agent_key }, use, Date.parse(updated_at))];
}

/** Return how many bytes a change of an asset adds to the media library. */
export function addedBytes(before: MediaAsset | null, after: MediaAsset | null): number {
  return (after?.storage_bytes ?? 0) - (before?.storage_bytes ?? 0);
}

/**
 * Build the writes that delete a media asset and release its bytes. Its objects are deleted when the stream worker sees the
 * removal.
 */
export function deleteMediaWrites(asset: MediaAsset): Write[] {
  const { workspace_id, id, version } = asset;
  return [
    { delete: mediaKey(workspace_id, id), condition: { version } },
    ...storageWrites(workspace_id, addedBytes(asset, null)),
  ];
}
