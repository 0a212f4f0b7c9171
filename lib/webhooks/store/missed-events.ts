import { countListing } from '../../core/table/list-total.ts';
import { type ListQuery, pageOfIndex } from '../../core/table/page.ts';
import { loadAll } from '../../core/table/read.ts';
import { partition } from '../../core/table/schema.ts';
import { minIdAt, timeOfId } from '../../core/values/id.ts';
import { ID_PREFIXES } from '../../core/values/id-prefixes.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { deliveryEntity } from '../entities/deliveries.ts';
import { eventEntity } from '../entities/events.ts';
import { WORKSPACE_EVENT_KINDS } from '../events/event-permissions.ts';
import type { EventKind } from '../events/events.ts';
import type { Event } from '../rules/event.ts';
import { missedPeriod, type Period } from '../rules/recovery.ts';
import { isSelected } from '../rules/stage-endpoint.ts';
import { DELIVERY_STATUSES, type Delivery, deliveryIdOf } from '../rules/webhook-delivery.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { isSubscribed } from '../rules/webhook-endpoint.ts';
import { deliveryKey } from './deliveries.ts';
import { nextStageEvents } from './stage-events.ts';

/** Return the position before the first event that an endpoint may have missed in [since, until]; null if there is none. */
export function firstMissed(endpoint: WebhookEndpoint, sinceMs: number, untilMs: number): string | null {
  const period = missedPeriod(endpoint, sinceMs, untilMs);
  return period && minIdAt('event', period.fromMs);
}

/** Return whether a position of a recovery is one in the events. */
export function isPositionOfEvent(position: string): boolean {
  return position.startsWith(`${ID_PREFIXES.event}_`);
}

/**
 * Count the events in [since, until] that an endpoint has missed: those of its kinds without a delivery. Both are
 * counted in indexes, of a period in which neither grows.
 */
export async function countMissed(endpoint: WebhookEndpoint, sinceMs: number, untilMs: number): Promise<number> {
  const period = missedPeriod(endpoint, sinceMs, untilMs);
  // Which events of all workspaces an endpoint of the stage has missed is found while the recovery runs.
  if (!period || endpoint.filter) return 0;
  const [events, deliveries] = await Promise.all([
    countListing(eventListing(endpoint, period)),
    countListing(deliveryListing(endpoint, period)),
  ]);
  return Math.max(0, events - deliveries);
}

/** Load the next of these events after a position, oldest first, which have no delivery, and the position to continue after. */
export async function loadMissed(
  endpoint: WebhookEndpoint,
  period: Period,
  request: { limit: number; after: string },
): Promise<{ events: Omit<Event, 'data'>[]; next: string | null }> {
  const { workspace_id, id: endpointId } = endpoint;
  const { events, next } = endpoint.filter
    ? await selectedEvents(endpoint, period, request)
    : await eventsOfKinds(endpoint, period, request);
  const keys = events.map(({ id }) => deliveryKey(workspace_id, endpointId, deliveryIdOf(id, endpointId)));
  const deliveries = await loadAll<Delivery>(keys);
  return { events: events.filter((_, index) => deliveries[index] === null), next };
}

/** Load the next events of all workspaces that an endpoint of the stage receives: fewer than the request says. */
async function selectedEvents(endpoint: WebhookEndpoint, period: Period, request: { limit: number; after: string }) {
  const { events, next } = await nextStageEvents(period, request);
  return { events: events.filter((each) => isSubscribed(endpoint, each.type) && isSelected(endpoint, each)), next };
}

async function eventsOfKinds(endpoint: WebhookEndpoint, period: Period, request: { limit: number; after: string }) {
  const { workspace_id } = endpoint;
  const { items, next } = await pageOfIndex(eventListing(endpoint, period), { ...request, skip: 0 });
  const events = items.map(({ sk, category_pk }) => {
    const id = String(sk);
    const type = String(category_pk).split('#').at(-1)!;
    return { id, workspace_id, type, timestamp: formatInstant(timeOfId(id)) };
  });
  return { events, next };
}

function kindsOf({ events }: WebhookEndpoint): EventKind[] {
  return WORKSPACE_EVENT_KINDS.filter((kind) => events.includes('*') || events.includes(kind));
}

function eventListing(endpoint: WebhookEndpoint, { fromMs, toMs }: Period): ListQuery {
  const { workspace_id } = endpoint;
  return {
    index: 'by_category',
    partitions: kindsOf(endpoint).map((type) => partition(eventEntity, 'category_pk', { workspace_id, type })),
    from: minIdAt('event', fromMs),
    to: minIdAt('event', toMs),
    descending: false,
  };
}

function deliveryListing(endpoint: WebhookEndpoint, { fromMs, toMs }: Period): ListQuery {
  const { workspace_id, id: endpoint_id } = endpoint;
  return {
    index: 'by_category',
    partitions: kindsOf(endpoint).flatMap((event_type) =>
      DELIVERY_STATUSES.map((status) =>
        partition(deliveryEntity, 'category_pk', { workspace_id, endpoint_id, status, event_type }),
      ),
    ),
    from: minIdAt('delivery', fromMs),
    to: minIdAt('delivery', toMs),
    descending: false,
  };
}
