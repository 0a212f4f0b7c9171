import type { Event } from '../domain/events.ts';
import type { Delivery } from '../domain/webhook.ts';
import type { Write } from './commit.ts';
import { dueItems } from './due.ts';
import { DUE_SHARDS, itemOf, keyOf, shardOf } from './keys.ts';
import { load } from './read.ts';

const EVENT_DAYS = 30;

// Data is kept as text: a map comes back from the table in an order of its own, and the bytes that are
// signed should be the same at every attempt.
type StoredEvent = Omit<Event, 'data'> & { data: string };

/** An event once and for all: writing it again changes nothing. */
export function eventWrite(event: Event): Write {
  const expiresAtMs = Date.parse(event.timestamp) + EVENT_DAYS * 86_400_000;
  const stored: StoredEvent = { ...event, data: JSON.stringify(event.data) };
  return { put: itemOf('Event', stored, {}, expiresAtMs), expect: 'absent' };
}

export async function loadEvent(workspaceId: string, id: string): Promise<Event | null> {
  const stored = await load<StoredEvent>(keyOf('Event', { workspace_id: workspaceId, id }));
  return stored && { ...stored, data: JSON.parse(stored.data) };
}

export function loadDelivery(workspaceId: string, endpointId: string, id: string): Promise<Delivery | null> {
  return load<Delivery>(keyOf('Delivery', { workspace_id: workspaceId, endpoint_id: endpointId, id }));
}

/** The write of a delivery: new, or following on the one that was read. */
export function deliveryWrite(before: Delivery | null, after: Delivery): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  // Looked after when its lease ends or its next attempt is due, whichever it has.
  const due = after.status === 'pending' ? (after.lease_expires_at ?? after.next_attempt_at) : null;
  const item = itemOf(
    'Delivery',
    record,
    { due_at: due, shard: shardOf(after.id, DUE_SHARDS) },
    Date.parse(after.created_at) + EVENT_DAYS * 86_400_000,
  );
  return { put: item, expect: before ? { version: before.version } : 'absent' };
}

/** Keys of deliveries that should have been looked after before `before` (ISO 8601). */
export async function dueDeliveries(
  before: string,
  limit: number,
): Promise<{ workspaceId: string; endpointId: string; id: string }[]> {
  const items = await dueItems('Delivery', before, limit);
  return items.map((item) => {
    const parts = String(item.pk).split('#');
    return { workspaceId: parts[1]!, endpointId: parts[3]!, id: String(item.sk) };
  });
}
