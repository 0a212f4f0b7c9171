import { DUE_SHARDS, type Item, partition } from './keys.ts';
import { query } from './read.ts';

/**
 * What the `by_due` index holds of one kind up to a time: at most `limit` of each shard, all of them oldest
 * first. Whoever cannot do all of it in one run so leaves the latest, and no shard waits for the others.
 */
export async function dueItems(
  entity: 'Entry' | 'Delivery' | 'Measurement' | 'Account' | 'EngagementMinute',
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
