import { query } from './read.ts';
import { DUE_SHARDS, type Item, partition } from './schema.ts';

/**
 * What the `by_due` index holds of one kind up to a time: at most `limit` of each shard, all of them oldest
 * first. Whoever cannot do all of it in one run so leaves the latest, and no shard waits for the others.
 */
export async function listDueItems(
  entity: 'ScheduleEntry' | 'Delivery' | 'PostMetrics' | 'Account' | 'EngagementWindow',
  before: string,
  limit: number,
): Promise<Item[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => String(shard).padStart(2, '0'));
  const parts = await Promise.all(
    shards.map((shard) =>
      query({ index: 'by_due', pk: partition(entity, 'due_pk', { shard }), to: before, limit }),
    ),
  );
  return parts.flat().sort((a, b) => (String(a.due_sk) < String(b.due_sk) ? -1 : 1));
}
