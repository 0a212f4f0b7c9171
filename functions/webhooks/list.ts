import { endpointData } from '../../lib/domain/endpoint.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { paginationOf, pagingOf } from '../../lib/http/pagination.ts';
import { settings } from '../../lib/settings.ts';
import { listEndpoints } from '../../lib/table/endpoint.ts';

/** Lists the endpoints of the workspace, oldest first. */
export const handler = endpoint('webhooks.list', async ({ caller, query, call }) => {
  const paging = pagingOf(call, query);
  const page = await listEndpoints(caller.workspace.id, paging);
  const { pagination, headers } = paginationOf(call, paging, page);
  const { failingEndpoints } = settings();
  const webhooks = page.records.map((each) => endpointData(each, failingEndpoints));
  return { status: 200, headers, body: { webhooks, pagination } };
});
