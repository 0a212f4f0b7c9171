import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { operation } from '../../lib/queues/api/queues/list.ts';
import { toQueueView } from '../../lib/queues/rules/queue-view.ts';
import { listQueues } from '../../lib/queues/store/queues.ts';

/** List the queues of the workspace, oldest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, nowMs, context }) => {
  const paging = parsePagination(context, query);
  const page = await listQueues(caller.workspace.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { queues: page.records.map((queue) => toQueueView(queue, nowMs)), pagination } };
});
