import { operation } from '../../lib/api/media/list.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { listMediaAssets } from '../../lib/table/media-assets.ts';
import { mediaResponse } from '../../lib/use-cases/media-response.ts';

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
