import { isDeepStrictEqual } from 'node:util';
import { tryCommit } from '../../core/table/commit.ts';
import { insert } from '../../core/table/insert.ts';
import { loadTogether } from '../../core/table/load-together.ts';
import { fromItem, type Item, keyOf } from '../../core/table/schema.ts';
import { apiKeyEntity } from '../../identity/entities/api-keys.ts';
import type { ApiKey } from '../../identity/rules/api-key.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { workspaceKey } from '../../identity/store/workspaces.ts';
import type { Event } from '../rules/event.ts';
import type { Delivery } from '../rules/webhook-delivery.ts';
import { eventWorkspaceOf } from '../rules/webhook-delivery.ts';
import { deliveryKey, deliveryWrite } from './deliveries.ts';
import { eventKey, eventOf, type StoredEvent } from './events.ts';
import { loadEndpointTogether } from './webhook-endpoints.ts';

// The reads and writes of the messages of a batch, which share requests. Apart from `deliveries`, because only the
// delivery worker inserts deliveries, and endpoints bundle the others.

/** The ids of a delivery; that of its event if it is known. */
export interface DeliveryRef {
  workspace_id: string;
  event_workspace_id?: string | undefined;
  endpoint_id: string;
  delivery_id: string;
  event_id?: string;
}

/**
 * Load what decides about a delivery to an endpoint of the stage: the workspace of its event, and the stage key that
 * authorized the endpoint. Null for each that does not exist or is revoked.
 */
export async function loadForStage(workspaceId: string, clientId: string) {
  const [workspace, key] = await Promise.all([
    loadTogether<Workspace>(workspaceKey(workspaceId)),
    loadTogether<ApiKey>(keyOf(apiKeyEntity, { client_id: clientId })),
  ]);
  return { workspace, key };
}

/** Load a delivery, its endpoint and, by `event_id`, its event; null for each that does not exist. */
export async function loadForDelivery(ref: DeliveryRef) {
  const { workspace_id, endpoint_id, delivery_id, event_id } = ref;
  const [delivery, endpoint, event] = await Promise.all([
    loadTogether<Delivery>(deliveryKey(workspace_id, endpoint_id, delivery_id)),
    loadEndpointTogether(workspace_id, endpoint_id),
    event_id === undefined ? null : loadEventTogether(eventWorkspaceOf(ref), event_id),
  ]);
  return { delivery, endpoint, event };
}

/** Load an event as long as the table stores it, or null. */
export async function loadEventTogether(workspaceId: string, id: string): Promise<Event | null> {
  const stored = await loadTogether<StoredEvent>(eventKey(workspaceId, id));
  return stored && eventOf(stored);
}

/** Save a delivery: new, or after the version that was read. Returns null when another change came first. */
export async function saveDelivery(before: Delivery | null, after: Delivery): Promise<Delivery | null> {
  const write = deliveryWrite(before, after);
  const isSaved = before ? await tryCommit([write]) : (await insert(write.put)) || (await isStored(write.put));
  return isSaved ? { ...after, version: before ? before.version + 1 : 0 } : null;
}

/** Return whether an item is stored as it is: by an insert whose response was lost, before a retry found its key. */
async function isStored(item: Item): Promise<boolean> {
  const stored = await loadTogether<object>({ pk: String(item.pk), sk: String(item.sk) });
  return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(fromItem(item))));
}
