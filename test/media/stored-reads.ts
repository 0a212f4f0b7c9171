import type { MediaDeletion } from '../../lib/media/rules/media-deletion.ts';
import { loadMediaAsset } from '../../lib/media/store/media-assets.ts';
import { one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  MediaAsset: async () => [await loadMediaAsset(workspaceId, String(one('MediaAsset').id)), one('MediaAsset')],
  // Read from the stream only, as any record there.
  MediaDeletion: async () => [one<MediaDeletion>('MediaDeletion').media_id, 'med_01KXFHWR000000000000000000'],
};
