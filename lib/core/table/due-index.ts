import type { Entity } from './define-entity.ts';
import { loadSupported, query, type Supported } from './read.ts';
import { DUE_SHARDS, type Item, type PrimaryKey, partition, shardNames } from './schema.ts';

// Work of a walk that is in memory at once, in each shard.
const PAGE_SIZE = 500;
/** The shards of the index. */
export const SHARDS: readonly string[] = /* @__PURE__ */ shardNames(DUE_SHARDS);

/**
 * List work of one entity type that was due before a time (ISO 8601), oldest first.
 * Reads at most `limit` items of each shard, so no shard delays another.
 */
export async function listDueItems(entity: Entity, before: string, limit: number): Promise<Item[]> {
  const parts = await Promise.all(
    SHARDS.map((shard) => query({ index: 'by_due', pk: partition(entity, 'due_pk', { shard }), to: before, limit })),
  );
  return parts.flat().sort((a, b) => (String(a.due_sk) < String(b.due_sk) ? -1 : 1));
}

/** List the primary keys of such work, oldest first. */
export async function listDueKeys(entity: Entity, before: string, limit: number): Promise<PrimaryKey[]> {
  return (await listDueItems(entity, before, limit)).map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
}

/** Load the current records of such work, and count those skipped for a newer schema. */
export async function loadDue<T>(entity: Entity, before: string, limit: number): Promise<Supported<T>> {
  return loadSupported<T>(await listDueKeys(entity, before, limit));
}

/** Where a walk through a shard has stopped: the keys of its last item. */
export type DuePosition = { due_pk: string; due_sk: string; pk: string; sk: string };

/**
 * Yield the work of one entity type in one shard that is due from `from` to `to` (ISO 8601), oldest first, in pages.
 * `after` continues an earlier walk.
 */
export async function* dueItemPages(
  entity: Entity,
  shard: string,
  { from, to, after }: { from: string; to: string; after?: DuePosition | undefined },
): AsyncGenerator<DuePosition[], void> {
  const pk = partition(entity, 'due_pk', { shard });
  for (let position = after; ; ) {
    const items = await query({ index: 'by_due', pk, from, to, limit: PAGE_SIZE, after: position });
    const page = items.map((item) => positionOf(item));
    if (page.length > 0) yield page;
    if (page.length < PAGE_SIZE) return;
    position = page.at(-1);
  }
}

function positionOf({ due_pk, due_sk, pk, sk }: Item): DuePosition {
  return { due_pk: String(due_pk), due_sk: String(due_sk), pk: String(pk), sk: String(sk) };
}
