import { settings } from '../../lib/core/config/settings.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { operation } from '../../lib/webhooks/api/webhooks/list.ts';
import { isVisible } from '../../lib/webhooks/rules/stage-endpoint.ts';
import { toEndpointView } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { listEndpoints } from '../../lib/webhooks/store/webhook-endpoints.ts';

/** List the webhook endpoints of the workspace, oldest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const page = await listEndpoints(caller.workspace.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const { failingEndpoints } = settings();
  const held = caller.stage?.workspaces ?? null;
  const visible = page.records.filter((each) => !each.filter || isVisible(each, held));
  const webhooks = visible.map((each) => toEndpointView(each, failingEndpoints));
  return { status: 200, headers, body: { webhooks, pagination } };
});
