import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/webhooks/api/events/get.ts';
import { eventEntity } from '../../lib/webhooks/entities/events.ts';
import { mayReadEvent } from '../../lib/webhooks/events/event-permissions.ts';
import { eventPayload } from '../../lib/webhooks/rules/event.ts';
import { loadRetainedEvent } from '../../lib/webhooks/store/events.ts';

const prefetching = { ...operation, prefetch: itemInPath('event', eventEntity) };

/** Retrieve one event in the format of its deliveries; without its data for a caller who may not read it. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const event = await loadOr404('event', params.id, (id) => loadRetainedEvent(caller.workspace.id, id, nowMs));
  const payload = eventPayload(event);
  return { status: 200, body: mayReadEvent(caller.permissions, event.type) ? payload : { ...payload, data: null } };
});
