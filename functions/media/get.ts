import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/media/api/media/get.ts';
import { mediaAssetEntity } from '../../lib/media/entities/media-assets.ts';
import { mediaResponse } from '../../lib/media/steps/media-response.ts';
import { loadMediaAsset } from '../../lib/media/store/media-assets.ts';

const prefetching = { ...operation, prefetch: itemInPath('media', mediaAssetEntity) };

/** Retrieve a file of the media library. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const asset = await loadOr404('media', params.id, (id) => loadMediaAsset(caller.workspace.id, id));
  return { status: 200, body: await mediaResponse(asset, { mayUpload: caller.permissions.includes('content:write') }) };
});
