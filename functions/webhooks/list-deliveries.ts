import { timeRange } from '../../lib/core/http/time-range.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/webhooks/api/webhooks/list-deliveries.ts';
import { endpointEntity } from '../../lib/webhooks/entities/endpoints.ts';
import { deliverySummary } from '../../lib/webhooks/rules/webhook-delivery-view.ts';
import { endpointInPath } from '../../lib/webhooks/steps/endpoint-in-path.ts';
import { listDeliveries } from '../../lib/webhooks/store/deliveries.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', endpointEntity) };

/** List the deliveries to a webhook endpoint, newest events first. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, query, context, nowMs }) => {
  const paging = parsePagination(context, query);
  const filter = { statuses: query.status && [query.status], type: query.event_type, ...timeRange(query) };
  const receiver = await endpointInPath(caller, params.id);
  const page = await listDeliveries(receiver, filter, paging, nowMs);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { deliveries: page.records.map(deliverySummary), pagination } };
});
