import { timeRange } from '../../lib/core/http/time-range.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { operation } from '../../lib/webhooks/api/events/list.ts';
import { isStage, parseWorkspaces, toEventViews } from '../../lib/webhooks/steps/event-views.ts';
import { listEvents } from '../../lib/webhooks/store/event-list.ts';
import { listStageEvents } from '../../lib/webhooks/store/stage-events.ts';

/** A Lambda response is limited to 6 MB, and a page of 100 events can exceed that. */
const MAX_DATA_BYTES = 4 * 1024 * 1024;

/** List events, newest first. A caller gets the payloads that it may read. */
export const handler = defineEndpoint(operation, async ({ caller, query, context, nowMs }) => {
  const paging = parsePagination(context, query);
  const filter = { type: query.type, ...timeRange(query) };
  const workspaces = parseWorkspaces(caller, query.workspaces);
  const page = isStage(caller)
    ? await listStageEvents({ ...filter, workspaces }, paging, nowMs)
    : await listEvents(caller.workspace.id, filter, paging, nowMs);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const readable = await toEventViews(caller, page.records);
  return { status: 200, headers, body: { events: withinLimit(readable), pagination } };
});

/** Leave out the data of the events that exceed the size limit. */
function withinLimit<E extends { data: object | null }>(events: E[]) {
  let bytes = 0;
  return events.map((event) => {
    bytes += Buffer.byteLength(JSON.stringify(event.data));
    return bytes <= MAX_DATA_BYTES ? event : { ...event, data: null };
  });
}
