import { eventPayload } from '../../lib/domain/events.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { loadLoggedEvent } from '../../lib/table/event.ts';

/** Reads one event of the log, as it is delivered. */
export const handler = endpoint('events.get', async ({ caller, params, nowMs }) => {
  const event = await found('event', params.id, (id) => loadLoggedEvent(caller.workspace.id, id, nowMs));
  return { status: 200, body: eventPayload(event) };
});
