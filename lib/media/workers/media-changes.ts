import type { MediaAsset } from '../rules/media-asset.ts';
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
