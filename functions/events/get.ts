import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/webhooks/api/events/get.ts';
import { eventEntity } from '../../lib/webhooks/entities/events.ts';
import { isStage, toEventViews } from '../../lib/webhooks/steps/event-views.ts';
import { loadRetainedEvent } from '../../lib/webhooks/store/events.ts';
import { loadStageEvent } from '../../lib/webhooks/store/stage-events.ts';

const prefetching = { ...operation, prefetch: itemInPath('event', eventEntity) };

/** Retrieve one event in the format of its deliveries; without its data for a caller who may not read it. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const event = await loadOr404('event', params.id, (id) =>
    isStage(caller)
      ? loadStageEvent(id, caller.stage!.workspaces, nowMs)
      : loadRetainedEvent(caller.workspace.id, id, nowMs),
  );
  const [body] = await toEventViews(caller, [event]);
  return { status: 200, body };
});
