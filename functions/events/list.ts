import { type Event, eventPayload } from '../../lib/domain/events.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { paginationOf, pagingOf } from '../../lib/http/pagination.ts';
import { timeRange } from '../../lib/http/time-range.ts';
import { listEvents } from '../../lib/table/event.ts';

/** A function answers 6 MB at most, and a hundred events can be larger than that. */
const MOST_DATA_BYTES = 4 * 1024 * 1024;

/** Lists the events of the log, newest first. */
export const handler = endpoint('events.list', async ({ caller, query, call, nowMs }) => {
  const paging = pagingOf(call, query);
  const filter = { type: query.type, ...timeRange(query) };
  const page = await listEvents(caller.workspace.id, filter, paging, nowMs);
  const { pagination, headers } = paginationOf(call, paging, page);
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
