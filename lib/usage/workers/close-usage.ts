import { settings } from '../../core/config/settings.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import { closeDay, openDays, type UsageDay } from '../rules/usage-day.ts';
import { stageUsageWrite } from '../store/stage-usage.ts';
import { listUsageDays, loadUsageDay, usageDayWrite } from '../store/usage-days.ts';
import { sumUsageRecords } from '../store/usage-records.ts';

/**
 * Sum the days of a workspace that are due now or later, for the last time, before its records are deleted. A later sum would
 * miss those, and take them out of the sums of the stage.
 */
export async function closeUsage(workspaceId: string): Promise<void> {
  if (!settings().countsUsage) return;
  for (const day of await listUsageDays(workspaceId, openDays(Date.now()))) {
    if (day.due_at !== null) await retryOnConflict(RETRY_POLICIES.request, () => close(day));
  }
}

async function close(day: Pick<UsageDay, 'workspace_id' | 'day'>): Promise<void> {
  const before = await loadUsageDay(day);
  if (!before || before.due_at === null) return;
  const after = closeDay(before, await sumUsageRecords(day), Date.now());
  const ofStage = stageUsageWrite([{ before, after }]);
  await commit([usageDayWrite(before, after), ...(ofStage ? [ofStage] : [])]);
}
