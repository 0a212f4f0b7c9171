import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { operation } from '../../lib/media/api/media/list.ts';
import { mediaResponse } from '../../lib/media/steps/media-response.ts';
import { listMediaAssets } from '../../lib/media/store/media-assets.ts';

/** List the files of the media library, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const page = await listMediaAssets(caller.workspace.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return {
    status: 200,
    headers,
    body: {
      media: await Promise.all(page.records.map((asset) => mediaResponse(asset, { mayUpload: false }))),
      pagination,
    },
  };
});
