import { operation } from '../../lib/api/events/list.ts';
import { type Event, eventPayload } from '../../lib/domain/webhooks/event.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { timeRange } from '../../lib/http/time-range.ts';
import { listEvents } from '../../lib/table/events.ts';

/** A function answers 6 MB at most, and a hundred events can be larger than that. */
const MOST_DATA_BYTES = 4 * 1024 * 1024;

/** Lists the events of the log, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context, nowMs }) => {
  const paging = parsePagination(context, query);
  const filter = { type: query.type, ...timeRange(query) };
  const page = await listEvents(caller.workspace.id, filter, paging, nowMs);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { events: withinLimit(page.records), pagination } };
});

/** The payloads, without their data from where on it would be too much. */
function withinLimit(events: Event[]) {
  let bytes = 0;
  return events.map((event) => {
    bytes += Buffer.byteLength(JSON.stringify(event.data));
    return bytes <= MOST_DATA_BYTES ? eventPayload(event) : { ...eventPayload(event), data: null };
  });
}
