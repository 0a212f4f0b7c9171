import type { Event } from '../../domain/events.ts';
import { makeId } from '../../domain/id.ts';
import type { Delivery } from '../../domain/webhook.ts';
import type { Write } from '../../table/commit.ts';
import { deliveryWrite } from '../../table/delivery.ts';
import { eventWrite } from '../../table/event.ts';
import { EXAMPLE_POST, type Tenant } from './tenant.ts';

const HOUR_MS = 3_600_000;
const MANY = 25;

// The logs show 30 days, and go by the time in an id.
const LOGGED_MS = Date.now() - HOUR_MS;
const LOGGED_AT = new Date(LOGGED_MS).toISOString();

/** A time before everything that is in the logs. */
export const LOG_SINCE = new Date(LOGGED_MS - HOUR_MS).toISOString();

/** The id of the `index`-th event or delivery in a tenant's log. */
export function logId(kind: 'event' | 'delivery', index: number): string {
  return makeId(kind, LOGGED_MS + index, new Uint8Array(10));
}

/** Events of drafts that were created. */
export function loggedEvents({ workspaceId }: Tenant): Write[] {
  return Array.from({ length: MANY }, (_, index) => {
    const event: Event = {
      id: logId('event', index),
      workspace_id: workspaceId,
      type: 'content.created',
      timestamp: LOGGED_AT,
      data: { ...EXAMPLE_POST, status: 'draft', platforms: ['twitter'] },
    };
    return eventWrite(event);
  });
}

/** Deliveries that were given up after one attempt. */
export function failedDeliveries({ workspaceId, endpointId }: Tenant): Write[] {
  return Array.from({ length: MANY }, (_, index) => {
    const delivery: Delivery = {
      id: logId('delivery', index),
      workspace_id: workspaceId,
      endpoint_id: endpointId,
      event_id: logId('event', index),
      event_type: 'content.created',
      status: 'exhausted',
      attempts: [
        {
          number: 1,
          at: LOGGED_AT,
          status: 410,
          duration_ms: 200,
          error_class: null,
          response_body: 'Gone',
          next_attempt_at: null,
        },
      ],
      attempt_started: 1,
      lease_expires_at: null,
      next_attempt_at: null,
      created_at: LOGGED_AT,
      version: 0,
    };
    return deliveryWrite(null, delivery);
  });
}
