import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { DUE_SHARDS, type Item, keyOf, partition, shardOf, toItem } from '../../core/table/schema.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { eventEntity } from '../entities/events.ts';
import { EVENT_RETENTION_DAYS, type Event, isRetained } from '../rules/event.ts';
import { MAX_SERIES_SECONDS } from '../rules/webhook-delivery.ts';

// A delivery that is requeued in the last moment of retention needs both for its whole series. The day is for attempts
// that wait for a worker or for the sweep.
const EVENT_STORAGE_MS = (EVENT_RETENTION_DAYS + 1) * DAY_MS + MAX_SERIES_SECONDS * 1000;

/** Return when an event of this time (ISO 8601) and its deliveries expire. Epoch milliseconds. */
export function eventTtlMs(timestamp: string): number {
  return Date.parse(timestamp) + EVENT_STORAGE_MS;
}

// Data is stored as text: DynamoDB returns the fields of a map in any order, and every attempt of a delivery signs the
// same bytes.
export type StoredEvent = Omit<Event, 'data'> & { data: string };

/** Build the write of an event, which is written once and never changes. */
export function eventWrite(event: Event): Write {
  return { put: eventItem(event), condition: 'absent' };
}

/**
 * Build the item of an event. `isListed`: in the lists of all workspaces of the stage. `outlives`: it is not deleted with the
 * workspace that it is about.
 */
export function eventItem(event: Event, { isListed = false, outlives = false } = {}): Item {
  const stored: StoredEvent = { ...event, data: JSON.stringify(event.data) };
  const shard = isListed ? shardOf(event.id, DUE_SHARDS) : null;
  const item = toItem(eventEntity, stored, { shard }, eventTtlMs(event.timestamp));
  return event.about === undefined || outlives ? item : { ...item, category_pk: partitionAbout(event.about) };
}

/** Return the partition of the index `by_category` with the events of the stage about a workspace. No kind has this name. */
export function partitionAbout(workspace_id: string): string {
  return partition(eventEntity, 'category_pk', { workspace_id, type: 'about' });
}

/** Load an event as long as the table stores it, which its deliveries need after retention ends. */
export async function loadEvent(workspaceId: string, id: string): Promise<Event | null> {
  const stored = await load<StoredEvent>(eventKey(workspaceId, id));
  return stored && eventOf(stored);
}

/** Load an event within the retention period, or null. */
export async function loadRetainedEvent(workspaceId: string, id: string, nowMs: number): Promise<Event | null> {
  const event = await loadEvent(workspaceId, id);
  return event && isRetained(event.timestamp, nowMs) ? event : null;
}

/** Build the primary key of an event. */
export function eventKey(workspaceId: string, id: string) {
  return keyOf(eventEntity, { workspace_id: workspaceId, id });
}

/** Return the event of its stored form. */
export function eventOf(stored: StoredEvent): Event {
  return { ...stored, data: JSON.parse(stored.data) };
}
