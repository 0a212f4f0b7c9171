import { loadSupported, query, type Supported } from './read.ts';
import { DUE_SHARDS, type Item, type PrimaryKey, partition } from './schema.ts';

// biome-ignore format: two lines keep the list short.
type DueEntity =
  | 'ScheduleEntry' | 'Delivery' | 'PostMetrics' | 'Account' | 'EngagementWindow' | 'MetricsDelta' | 'Engagement' | 'Recovery';

/**
 * List work of one entity type that was due before a time (ISO 8601), oldest first.
 * Reads at most `limit` items of each shard, so no shard delays another.
 */
export async function listDueItems(entity: DueEntity, before: string, limit: number): Promise<Item[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => String(shard).padStart(2, '0'));
  const parts = await Promise.all(
    shards.map((shard) => query({ index: 'by_due', pk: partition(entity, 'due_pk', { shard }), to: before, limit })),
  );
  return parts.flat().sort((a, b) => (String(a.due_sk) < String(b.due_sk) ? -1 : 1));
}

/** List the primary keys of such work, oldest first. */
export async function listDueKeys(entity: DueEntity, before: string, limit: number): Promise<PrimaryKey[]> {
  return (await listDueItems(entity, before, limit)).map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
}

/** Load the current records of such work, and count those skipped for a newer schema. */
export async function loadDue<T>(entity: DueEntity, before: string, limit: number): Promise<Supported<T>> {
  return loadSupported<T>(await listDueKeys(entity, before, limit));
}
