import type { EventDraft } from '../../core/events/event-module.ts';
import { EVENT_KINDS, EVENTS, type EventKind } from './events.ts';

export type DomainEventDraft = EventDraft & { type: EventKind };

/** A change that the table committed at `changedAt` (ISO 8601). An insert has no `before`, a removal no `after`. */
export type RecordChange = { before: object | null; after: object | null; changedAt: string };

/**
 * Derive the events of one change from its two images.
 * The result depends on the change only, so no event is lost, invented or duplicated. See docs/reference/webhooks.md.
 */
export function deriveEvents(entity: string, { before, after, changedAt }: RecordChange): DomainEventDraft[] {
  // `source` decides the type of the images, which TypeScript cannot follow through the table.
  const images = [before as never, after as never] as const;
  const draftsOf = (event: (typeof EVENTS)[EventKind]): EventDraft[] => {
    if (event.on === 'change') return event.derive(...images, changedAt);
    if (event.on === 'write') return after ? event.derive(...images) : [];
    return before && !after ? event.derive(images[0], changedAt) : [];
  };
  return EVENT_KINDS.filter((type) => EVENTS[type].source.name === entity).flatMap((type) =>
    draftsOf(EVENTS[type]).map((draft) => ({ type, ...draft })),
  );
}

/** The entities from whose changes at least one event kind is derived. */
export const EVENT_SOURCES: string[] = Object.values(EVENTS).map(({ source }) => source.name);

/** List the entities whose removal at least one event kind is derived from. */
export function removalSources(): string[] {
  return Object.values(EVENTS).flatMap((each) => (each.on === 'write' ? [] : [each.source.name]));
}
