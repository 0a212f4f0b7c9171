import { operation } from '../../lib/api/media/get.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { loadMediaAsset } from '../../lib/table/media-assets.ts';
import { mediaResponse } from '../../lib/use-cases/media-response.ts';

const prefetching = { ...operation, prefetch: itemInPath('media', 'MediaAsset') };

/** Retrieve a file of the media library. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const asset = await loadOr404('media', params.id, (id) => loadMediaAsset(caller.workspace.id, id));
  return { status: 200, body: await mediaResponse(asset, { mayUpload: caller.permissions.includes('content:write') }) };
});
