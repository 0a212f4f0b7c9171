import type { Content } from '../../content/rules/content.ts';
import { changedReferences } from '../../content/rules/media-references.ts';
import type { Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, loadAll, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, type Item, keyOf, type PrimaryKey, partition, shardOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { type MediaAsset, unusedExpiry } from '../rules/media-asset.ts';

function mediaKey(workspaceId: string, id: string): PrimaryKey {
  return keyOf('MediaAsset', { workspace_id: workspaceId, id });
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
  const pk = partition('MediaAsset', 'pk', { workspace_id: workspaceId });
  return pageWithTotal<MediaAsset>({ partitions: [pk], descending: true }, request);
}

/** Load the media assets that expired before a time (ISO 8601), at most `limit` of each shard. */
export function loadExpiredMedia(before: string, limit: number): Promise<Supported<MediaAsset>> {
  return loadDue<MediaAsset>('MediaAsset', before, limit);
}

/** Build the write of a media asset: new, or after the version that was read. */
export function mediaAssetWrite(before: MediaAsset | null, after: MediaAsset): Write {
  return versioned('MediaAsset', before, after, { shard: shardOf(after.id, DUE_SHARDS) });
}

/**
 * Build the writes that count the references of an item to files, before and after a change of it. A file that is not
 * ready any more, or deleted, is a conflict: the change starts again and rejects it. A file that is released expires like
 * a new one.
 */
export function mediaReferenceWrites(before: Content | null, after: Content | null): Write[] {
  const { workspace_id } = (before ?? after)!;
  const { added, released } = changedReferences(before, after);
  const count = (id: string, by: 1 | -1, set: Item): Write => ({
    increment: mediaKey(workspace_id, id),
    by: { reference_count: by, version: 1 },
    set,
    ifEqual: { attribute: 'status', value: 'ready' },
  });
  const expires_at = unusedExpiry(Date.now());
  return [
    ...added.map((id) => count(id, 1, {})),
    ...released.map((id) => count(id, -1, { expires_at, due_sk: expires_at })),
  ];
}

/** Build the write that deletes a media asset. Its objects are deleted when the stream worker sees the removal. */
export function deleteMediaWrite({ workspace_id, id, version }: MediaAsset): Write {
  return { delete: mediaKey(workspace_id, id), condition: { version } };
}
