import { operation } from '../../lib/exports/api/exports/list.ts';
import { toExportView } from '../../lib/exports/rules/export.ts';
import { listExports } from '../../lib/exports/store/exports.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';

/** List the exports of the workspace, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const page = await listExports(caller.workspace.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { exports: page.records.map(toExportView), pagination } };
});
