import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/media/api/media/delete.ts';
import { mediaAssetEntity } from '../../lib/media/entities/media-assets.ts';
import { assertUnreferenced } from '../../lib/media/rules/media-asset.ts';
import { deleteMediaWrites, loadMediaAsset } from '../../lib/media/store/media-assets.ts';

const prefetching = { ...operation, prefetch: itemInPath('media', mediaAssetEntity) };

/** Delete a file of the media library. The stream worker deletes its objects. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const asset = await loadOr404('media', params.id, (id) => loadMediaAsset(caller.workspace.id, id));
  assertUnreferenced(asset);
  return {
    status: 200,
    body: { success: true, message: `File ${asset.id} is deleted.` },
    writes: deleteMediaWrites(asset),
  };
});
