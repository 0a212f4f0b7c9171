import type { MediaAsset } from '../rules/media-asset.ts';
import type { MediaDeletion } from '../rules/media-deletion.ts';
import { loadMediaAsset } from '../store/media-assets.ts';
import { deleteMediaObjects } from './delete-objects.ts';
import { queueMedia } from './queue-media.ts';

/**
 * Queue a new asset whose file is to be fetched, and delete the objects of one that was removed. The bucket announces
 * uploads itself. A repeat has no effect: the record decides whether a file is still to be inspected.
 */
export async function onMediaChanged(before: MediaAsset | null, after: MediaAsset | null): Promise<void> {
  if (before && !after) return deleteMediaObjects(before);
  if (before || !after?.source_url) return;
  await queueMedia([{ workspace_id: after.workspace_id, media_id: after.id }]);
}

/**
 * Delete the objects that an inspection stored for an asset after its deletion. The inspection decodes hostile files, so it
 * may not delete them itself, and its request has no effect while the asset exists.
 */
export async function onMediaDeletionRequested(
  _before: MediaDeletion | null,
  after: MediaDeletion | null,
): Promise<void> {
  if (!after) return;
  const { workspace_id, media_id: id } = after;
  if (await loadMediaAsset(workspace_id, id)) return;
  await deleteMediaObjects({ workspace_id, id });
}
