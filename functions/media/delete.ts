import { operation } from '../../lib/api/media/delete.ts';
import { assertUnreferenced } from '../../lib/domain/media/media-asset.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { deleteMediaWrite, loadMediaAsset } from '../../lib/table/media-assets.ts';

const prefetching = { ...operation, prefetch: itemInPath('media', 'MediaAsset') };

/** Delete a file of the media library. The stream worker deletes its objects. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const asset = await loadOr404('media', params.id, (id) => loadMediaAsset(caller.workspace.id, id));
  assertUnreferenced(asset);
  return {
    status: 200,
    body: { success: true, message: `File ${asset.id} is deleted.` },
    writes: [deleteMediaWrite(asset)],
  };
});
