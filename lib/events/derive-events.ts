import type { EventDraft } from './event-module.ts';
import { EVENT_KINDS, EVENTS, type EventKind } from './events.ts';
import type { StreamEntity, StreamRecords } from './stream-records.ts';

export interface DomainEventDraft extends EventDraft {
  type: EventKind;
}

/** One change of an item as the stream delivers it. */
export interface RecordChange<T> {
  /** Null for an insert. */
  before: T | null;
  /** Null for a removal. */
  after: T | null;
  /** When the table committed the change (ISO 8601). */
  changedAt: string;
}

/**
 * Derives the events of one change from its two images.
 * The result depends on the change only, so no event is lost, invented or duplicated. Contract, section 7.
 */
export function deriveEvents<E extends StreamEntity>(
  entity: E,
  change: RecordChange<StreamRecords[E]>,
): DomainEventDraft[] {
  return EVENT_KINDS.flatMap((type) => draftsOf(type, entity, change).map((draft) => ({ type, ...draft })));
}

function draftsOf(
  kind: EventKind,
  entity: StreamEntity,
  { before, after, changedAt }: RecordChange<object>,
): EventDraft[] {
  const event = EVENTS[kind];
  if (event.source !== entity) return [];
  // `source` decides the type of the images, which TypeScript cannot follow through the union.
  if (event.on === 'write') return after ? event.derive(before as never, after as never) : [];
  return before && !after ? event.derive(before as never, changedAt) : [];
}

/** The entities whose removal at least one event kind is derived from. */
export function removalSources(): StreamEntity[] {
  return Object.values(EVENTS).flatMap((event) =>
    event.source !== null && event.on === 'removal' ? [event.source] : [],
  );
}
