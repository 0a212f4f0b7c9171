import { minIdAt } from '../domain/id.ts';
import { DAY_MS } from '../domain/timestamps.ts';
import { EVENT_RETENTION_DAYS, type Event, isRetained, retentionStartMs } from '../domain/webhooks/event.ts';
import { EVENT_KINDS, type EventKind } from '../events/events.ts';
import type { Write } from './commit.ts';
import { type ListQuery, type Page, type PageRequest, pageWithTotal } from './page.ts';
import { load, loadSupported } from './read.ts';
import { keyOf, partition, toItem } from './schema.ts';

// Longer than the log shows it: a delivery put back on the last day makes its attempts for three more.
const EVENT_STORAGE_DAYS = EVENT_RETENTION_DAYS + 4;

/** When the table may delete an event, or a delivery of it, of this time (ISO 8601). Epoch milliseconds. */
export function eventTtlMs(timestamp: string): number {
  return Date.parse(timestamp) + EVENT_STORAGE_DAYS * DAY_MS;
}

// Data is kept as text: a map comes back from the table in an order of its own, and the bytes that are
// signed should be the same at every attempt.
type StoredEvent = Omit<Event, 'data'> & { data: string };

/** An event once and for all: writing it again changes nothing. */
export function eventWrite(event: Event): Write {
  const stored: StoredEvent = { ...event, data: JSON.stringify(event.data) };
  return { put: toItem('Event', stored, {}, eventTtlMs(event.timestamp)), condition: 'absent' };
}

/** The event as long as the table has it: for deliveries, which outlast the log by a few days. */
export async function loadEvent(workspaceId: string, id: string): Promise<Event | null> {
  const stored = await load<StoredEvent>(eventKey(workspaceId, id));
  return stored && eventOf(stored);
}

/** An event of the log, or null. */
export async function loadRetainedEvent(
  workspaceId: string,
  id: string,
  nowMs: number,
): Promise<Event | null> {
  const event = await loadEvent(workspaceId, id);
  return event && isRetained(event.timestamp, nowMs) ? event : null;
}

export interface EventFilter {
  type?: EventKind | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

/**
 * Events of the log, newest first. The index knows which, the table what they say. The total is counted once
 * a walk.
 */
export async function listEvents(
  workspaceId: string,
  filter: EventFilter,
  request: PageRequest,
  nowMs: number,
): Promise<Page<Event> & { total: number }> {
  const types = filter.type ? [filter.type] : EVENT_KINDS;
  const listing: ListQuery = {
    index: 'by_status',
    partitions: types.map((type) => partition('Event', 'status_pk', { workspace_id: workspaceId, type })),
    from: minIdAt('event', Math.max(filter.fromMs ?? 0, retentionStartMs(nowMs))),
    to: filter.toMs === undefined ? undefined : minIdAt('event', filter.toMs),
    descending: true,
  };
  const found = await pageWithTotal<{ id: string }>(listing, request);
  const whole = await loadSupported<StoredEvent>(found.records.map(({ id }) => eventKey(workspaceId, id)));
  return {
    records: whole.records.map(eventOf),
    next: found.next,
    unreadable: found.unreadable + whole.unreadable,
    total: found.total,
  };
}

function eventKey(workspaceId: string, id: string) {
  return keyOf('Event', { workspace_id: workspaceId, id });
}

function eventOf(stored: StoredEvent): Event {
  return { ...stored, data: JSON.parse(stored.data) };
}
