import { SHARDS } from '../../core/table/due-index.ts';
import { type ListQuery, type PageRequest, pageOfIds, pageOfIndex, type TotalPage } from '../../core/table/page.ts';
import { loadAll, loadSupported, query } from '../../core/table/read.ts';
import { DUE_SHARDS, type PrimaryKey, partition, shardOf } from '../../core/table/schema.ts';
import { minIdAt } from '../../core/values/id.ts';
import { eventEntity } from '../entities/events.ts';
import { type Event, isRetained, retentionStartMs, workspaceOf } from '../rules/event.ts';
import type { Period } from '../rules/recovery.ts';
import type { EventFilter } from './event-list.ts';
import { eventOf, type StoredEvent } from './events.ts';

/** Selects events of the stage. `workspaces`: of these alone, at most 100; null for all. */
export type StageEventFilter = EventFilter & { workspaces: readonly string[] | null };

/**
 * List the retained events of the workspaces of a stage newest first, with their total. Those of named workspaces are read
 * where they are stored, so that no page depends on others.
 */
export async function listStageEvents(
  { type, fromMs, toMs, workspaces }: StageEventFilter,
  request: PageRequest,
  nowMs: number,
): Promise<TotalPage<Event>> {
  const list: ListQuery = {
    ...partitionsOf(type, workspaces),
    from: minIdAt('event', Math.max(fromMs ?? 0, retentionStartMs(nowMs))),
    to: toMs === undefined ? undefined : minIdAt('event', toMs),
    eventuallyConsistent: true,
    descending: true,
  };
  const { keys, next, total } = await pageOfIds(list, request);
  const { records, skipped } = await loadSupported<StoredEvent>(keys, { eventuallyConsistent: true });
  return { records: records.map(eventOf), next, skipped, total };
}

function partitionsOf(type: string | undefined, workspaces: readonly string[] | null) {
  if (workspaces) {
    const [attribute, index] = type
      ? (['category_pk', { index: 'by_category' as const }] as const)
      : (['pk', {}] as const);
    const partitions = workspaces.map((workspace_id) => partition(eventEntity, attribute, { workspace_id, type }));
    return { ...index, partitions };
  }
  const attribute = type ? 'status_pk' : 'parent_pk';
  const partitions = SHARDS.map((shard) => partition(eventEntity, attribute, { shard, type }));
  return { index: type ? ('by_status' as const) : ('by_parent' as const), partitions };
}

/** Load a retained event of one of the workspaces, null for all; null when there is none. */
export async function loadStageEvent(
  id: string,
  workspaces: readonly string[] | null,
  nowMs: number,
): Promise<Event | null> {
  const pk = partition(eventEntity, 'parent_pk', { shard: shardOf(id, DUE_SHARDS) });
  const found = await query({ index: 'by_parent', pk, from: id, to: id });
  const [stored] = await loadAll<StoredEvent>(found.map(toKey));
  if (!stored || !isRetained(stored.timestamp, nowMs)) return null;
  const event = eventOf(stored);
  return workspaces === null || workspaces.includes(workspaceOf(event)) ? event : null;
}

/** Load the next events of all workspaces in a period after a position, oldest first, and the position to continue after. */
export async function nextStageEvents(
  { fromMs, toMs }: Period,
  request: { limit: number; after: string },
): Promise<{ events: Event[]; next: string | null }> {
  const list: ListQuery = {
    ...partitionsOf(undefined, null),
    from: minIdAt('event', fromMs),
    to: minIdAt('event', toMs),
    descending: false,
  };
  const { items, next } = await pageOfIndex(list, { ...request, skip: 0 });
  const { records } = await loadSupported<StoredEvent>(items.map(toKey));
  return { events: records.map(eventOf), next };
}

function toKey({ pk, sk }: { pk?: unknown; sk?: unknown }): PrimaryKey {
  return { pk: String(pk), sk: String(sk) };
}
