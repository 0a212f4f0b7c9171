import { operation } from '../../lib/api/webhooks/list-deliveries.ts';
import { deliverySummary } from '../../lib/domain/webhooks/webhook-delivery-view.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { timeRange } from '../../lib/http/time-range.ts';
import { listDeliveries } from '../../lib/table/deliveries.ts';
import { loadEndpoint } from '../../lib/table/webhook-endpoints.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', 'Endpoint') };

/** List the deliveries to a webhook endpoint, newest events first. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, query, context, nowMs }) => {
  const paging = parsePagination(context, query);
  const filter = { statuses: query.status && [query.status], type: query.event_type, ...timeRange(query) };
  const receiver = await loadOr404('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  const page = await listDeliveries(receiver, filter, paging, nowMs);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { deliveries: page.records.map(deliverySummary), pagination } };
});
