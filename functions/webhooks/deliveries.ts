import { deliverySummary } from '../../lib/domain/delivery.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { paginationOf, pagingOf } from '../../lib/http/pagination.ts';
import { timeRange } from '../../lib/http/time-range.ts';
import { listDeliveries } from '../../lib/table/delivery.ts';
import { loadEndpoint } from '../../lib/table/endpoint.ts';

/** Lists the deliveries to an endpoint, those of the newest events first. */
export const handler = endpoint('webhooks.deliveries', async ({ caller, params, query, call, nowMs }) => {
  const paging = pagingOf(call, query);
  const filter = {
    statuses: query.status && [query.status],
    type: query.event_type,
    ...timeRange(query),
  };
  const receiver = await found('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  const page = await listDeliveries(receiver, filter, paging, nowMs);
  const { pagination, headers } = paginationOf(call, paging, page);
  return { status: 200, headers, body: { deliveries: page.records.map(deliverySummary), pagination } };
});
