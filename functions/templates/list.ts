import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { operation } from '../../lib/templates/api/templates/list.ts';
import { toTemplateView } from '../../lib/templates/rules/template.ts';
import { listTemplates } from '../../lib/templates/store/templates.ts';

/** List the templates of the workspace, oldest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const page = await listTemplates(caller.workspace.id, query.kind, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { templates: page.records.map(toTemplateView), pagination } };
});
