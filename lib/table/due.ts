import { DUE_SHARDS, type Item, partition } from './keys.ts';
import { query } from './read.ts';

/** What the `by_due` index holds of one kind up to a time, from all of its shards. */
export async function dueItems(
  entity: 'Entry' | 'Delivery' | 'Measurement',
  before: string,
  limit: number,
): Promise<Item[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => String(shard).padStart(2, '0'));
  const parts = await Promise.all(
    shards.map((shard) =>
      query({ index: 'by_due', pk: partition(entity, 'due_pk', { shard }), to: before, limit }),
    ),
  );
  return parts.flat();
}
