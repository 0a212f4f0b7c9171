import { accountEntity } from '../../accounts/entities/accounts.ts';
import { postMetricsEntity } from '../../analytics/entities/metrics.ts';
import { settings } from '../../core/config/settings.ts';
import type { Entity } from '../../core/table/define-entity.ts';
import { listDueItems } from '../../core/table/due-index.ts';
import { workspaceDeletionEntity } from '../../workspaces/entities/workspace-deletions.ts';

/**
 * How long work waits until it is overdue (milliseconds): metric polls are queued every 15 minutes, tokens are refreshed every
 * five, and deletions of workspaces continue every five. The sweep reads each shard of each.
 */
export const OVERDUE_AFTER_MS = new Map<Entity, number>([
  [postMetricsEntity, 3_600_000],
  [accountEntity, 1_200_000],
  [workspaceDeletionEntity, 7_200_000],
]);

/**
 * Count the shards with metric polls, token refreshes or deletions of workspaces that are long overdue: their job does not run,
 * or its queue is not processed. Without alarms nothing reads the count, so it is 0.
 */
export async function countOverdueJobs(nowMs: number): Promise<number> {
  if (!settings().hasAlarms) return 0;
  const found = await Promise.all(
    [...OVERDUE_AFTER_MS].map(([entity, afterMs]) => listDueItems(entity, new Date(nowMs - afterMs).toISOString(), 1)),
  );
  return found.flat().length;
}
