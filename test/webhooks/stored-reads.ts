import type { Item } from '../../lib/core/table/schema.ts';
import { loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { loadEvent } from '../../lib/webhooks/store/events.ts';
import { loadRecovery } from '../../lib/webhooks/store/recoveries.ts';
import { loadEndpoints } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { registered } from '../core/table/rejected-writes.ts';
import { one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  Endpoint: async () => [await loadEndpoints(workspaceId), [one('Endpoint')]],
  EndpointUrlReservation: async () => [await registered(String(one('Endpoint').url)), 'duplicate_url'],
  Event: async () => [
    await loadEvent(workspaceId, String(one('Event').id)),
    { ...one<Item>('Event'), data: JSON.parse(String(one('Event').data)) },
  ],
  Delivery: async () => [
    await loadDelivery(workspaceId, String(one('Delivery').endpoint_id), String(one('Delivery').id)),
    one('Delivery'),
  ],
  Recovery: async () => [await loadRecovery(workspaceId, String(one('Recovery').id)), one('Recovery')],
};
