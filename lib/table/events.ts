import { minIdAt } from '../domain/id.ts';
import { DAY_MS } from '../domain/timestamps.ts';
import { EVENT_RETENTION_DAYS, type Event, isRetained, retentionStartMs } from '../domain/webhooks/event.ts';
import { MAX_SERIES_SECONDS } from '../domain/webhooks/webhook-delivery.ts';
import type { EventKind } from '../events/events.ts';
import type { Write } from './commit.ts';
import { type ListQuery, type PageRequest, pageWithTotal, type TotalPage } from './page.ts';
import { load } from './read.ts';
import { type Item, keyOf, partition, toItem } from './schema.ts';

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

/** Build the item of an event. */
export function eventItem(event: Event): Item {
  const stored: StoredEvent = { ...event, data: JSON.stringify(event.data) };
  return toItem('Event', stored, {}, eventTtlMs(event.timestamp));
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

export type EventFilter = { type?: EventKind | undefined; fromMs?: number | undefined; toMs?: number | undefined };

/** List retained events newest first, with their total. */
export async function listEvents(
  workspaceId: string,
  { type, fromMs, toMs }: EventFilter,
  request: PageRequest,
  nowMs: number,
): Promise<TotalPage<Event>> {
  const list: ListQuery = {
    index: type ? 'by_category' : 'by_parent',
    partitions: [partition('Event', type ? 'category_pk' : 'parent_pk', { workspace_id: workspaceId, type })],
    from: minIdAt('event', Math.max(fromMs ?? 0, retentionStartMs(nowMs))),
    to: toMs === undefined ? undefined : minIdAt('event', toMs),
    descending: true,
  };
  const found = await pageWithTotal<StoredEvent>(list, request, (id) => eventKey(workspaceId, id));
  return { ...found, records: found.records.map(eventOf) };
}

/** Return the key of an event. */
export function eventKey(workspaceId: string, id: string) {
  return keyOf('Event', { workspace_id: workspaceId, id });
}

/** Return the event in a stored item, whose data is a text. */
export function eventOf(stored: StoredEvent): Event {
  return { ...stored, data: JSON.parse(stored.data) };
}
