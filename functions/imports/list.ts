import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { operation } from '../../lib/imports/api/imports/list.ts';
import { toImportView } from '../../lib/imports/rules/import.ts';
import { listImports } from '../../lib/imports/store/imports.ts';

/** List the imports of the workspace, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const page = await listImports(caller.workspace.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { imports: page.records.map(toImportView), pagination } };
});
