import { type ListQuery, type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { partition } from '../../core/table/schema.ts';
import { minIdAt } from '../../core/values/id.ts';
import { eventEntity } from '../entities/events.ts';
import { WORKSPACE_EVENT_KINDS } from '../events/event-permissions.ts';
import type { EventKind } from '../events/events.ts';
import { type Event, retentionStartMs } from '../rules/event.ts';
import { eventKey, eventOf, type StoredEvent } from './events.ts';

export type EventFilter = { type?: EventKind | undefined; fromMs?: number | undefined; toMs?: number | undefined };

/** List retained events newest first, with their total. */
export async function listEvents(
  workspaceId: string,
  { type, fromMs, toMs }: EventFilter,
  request: PageRequest,
  nowMs: number,
): Promise<TotalPage<Event>> {
  const list: ListQuery = {
    ...partitionsOf(workspaceId, type),
    from: minIdAt('event', Math.max(fromMs ?? 0, retentionStartMs(nowMs))),
    to: toMs === undefined ? undefined : minIdAt('event', toMs),
    descending: true,
  };
  const keyOfId = type ? (id: string) => eventKey(workspaceId, id) : undefined;
  const found = await pageWithTotal<StoredEvent>(list, request, keyOfId);
  return { ...found, records: found.records.map(eventOf) };
}

function partitionsOf(workspace_id: string, type: EventKind | undefined): Omit<ListQuery, 'descending'> {
  const ofType = (type: EventKind) => partition(eventEntity, 'category_pk', { workspace_id, type });
  if (type) return { index: 'by_category', partitions: [ofType(type)] };
  return {
    partitions: [partition(eventEntity, 'pk', { workspace_id })],
    // No caller waits for an event of their own: it is written by the stream worker.
    eventuallyConsistent: true,
    counted: { index: 'by_category', partitions: WORKSPACE_EVENT_KINDS.map(ofType) },
  };
}
