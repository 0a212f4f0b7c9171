import { settings } from '../../core/config/settings.ts';
import { listDueItems } from '../../core/table/due-index.ts';

// Metric polls are queued every 15 minutes, and tokens are refreshed every five.
const OVERDUE_AFTER_MS = { PostMetrics: 3_600_000, Account: 1_200_000 } as const;

/**
 * Count the shards with metric polls or token refreshes that are long overdue: their job does not run, or its queue is
 * not processed. Without alarms nothing reads the count, so it is 0.
 */
export async function countOverdueJobs(nowMs: number): Promise<number> {
  if (!settings().hasAlarms) return 0;
  const found = await Promise.all(
    (['PostMetrics', 'Account'] as const).map((entity) =>
      listDueItems(entity, new Date(nowMs - OVERDUE_AFTER_MS[entity]).toISOString(), 1),
    ),
  );
  return found.flat().length;
}
