import { query } from './read.ts';
import { DUE_SHARDS, type Item, partition } from './schema.ts';

/**
 * List work of one entity type that was due before a time (ISO 8601), oldest first.
 * Reads at most `limit` items of each shard, so no shard delays another.
 */
export async function listDueItems(
  entity: 'ScheduleEntry' | 'Delivery' | 'PostMetrics' | 'Account' | 'EngagementWindow',
  before: string,
  limit: number,
): Promise<Item[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => String(shard).padStart(2, '0'));
  const parts = await Promise.all(
    shards.map((shard) => query({ index: 'by_due', pk: partition(entity, 'due_pk', { shard }), to: before, limit })),
  );
  return parts.flat().sort((a, b) => (String(a.due_sk) < String(b.due_sk) ? -1 : 1));
}
