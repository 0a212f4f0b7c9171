import { commit } from '../../core/table/commit.ts';
import type { DuePosition } from '../../core/table/due-index.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { schedulePlanEntity } from '../entities/schedule-entries.ts';

/** Where the planner continues in one shard of the due index: at a due time (ISO 8601), behind `after` if it is set. */
export type PlannedShard = { from: string; after?: DuePosition };

/** Load where the planner continues in each shard. Empty before its first run. */
export async function loadSchedulePlan(): Promise<Partial<Record<string, PlannedShard>>> {
  const plan = await load<{ shards: Record<string, PlannedShard> }>(keyOf(schedulePlanEntity, {}));
  return plan?.shards ?? {};
}

/** Save where the planner continues in each shard. */
export async function saveSchedulePlan(shards: Record<string, PlannedShard>): Promise<void> {
  await commit([{ put: toItem(schedulePlanEntity, { shards }), condition: 'any' }]);
}
