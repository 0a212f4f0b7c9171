import { hasAnyPermission } from '../../lib/core/api/permission.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/imports/api/imports/get.ts';
import { importEntity } from '../../lib/imports/entities/imports.ts';
import { toRowView } from '../../lib/imports/rules/row-result.ts';
import { importDetails } from '../../lib/imports/steps/import-response.ts';
import { pageOfRows } from '../../lib/imports/steps/row-page.ts';
import { loadImport } from '../../lib/imports/store/imports.ts';

const prefetching = { ...operation, prefetch: itemInPath('import', importEntity) };

/** Retrieve an import with a page of its rows. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, query, context }) => {
  const paging = parsePagination(context, query);
  const found = await loadOr404('import', params.id, (id) => loadImport(caller.workspace.id, id));
  const mayUpload = hasAnyPermission(caller.permissions, ['content:write']);
  const page = await pageOfRows(found, paging, query.rows === 'problems');
  const { pagination, headers } = paginationResponse(context, paging, page);
  const rows = page.records.map((row) => toRowView(row, found.columns));
  return { status: 200, headers, body: { ...(await importDetails(found, { mayUpload })), rows, pagination } };
});
