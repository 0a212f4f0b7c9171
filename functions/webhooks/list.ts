import { operation } from '../../lib/api/webhooks/list.ts';
import { settings } from '../../lib/config/settings.ts';
import { toEndpointView } from '../../lib/domain/webhooks/webhook-endpoint.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { listEndpoints } from '../../lib/table/webhook-endpoints.ts';

/** List the webhook endpoints of the workspace, oldest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const page = await listEndpoints(caller.workspace.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const { failingEndpoints } = settings();
  const webhooks = page.records.map((each) => toEndpointView(each, failingEndpoints));
  return { status: 200, headers, body: { webhooks, pagination } };
});
