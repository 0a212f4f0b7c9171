import { settings } from '../../core/config/settings.ts';
import { log } from '../../core/observability/log.ts';
import { readableRecords, settleInParts, splitIntoParts } from '../../core/stream/batches.ts';
import { commitTogether } from '../../core/stream/transactions.ts';
import type { Write } from '../../core/table/commit.ts';
import { recordSums, type UsageDay } from '../rules/usage-day.ts';
import { stageUsageWrite } from '../store/stage-usage.ts';
import { loadDueUsageDays, usageDayWrite } from '../store/usage-days.ts';
import { sumUsageRecords } from '../store/usage-records.ts';

const MAX_PER_SHARD = 500;
/** Days in one transaction, which also has the sums of the stage: a transaction has at most 100 items, and 4 MB. */
const DAYS_TOGETHER = 25;
const DATES_AT_ONCE = 4;

type Summed = { before: UsageDay; after: UsageDay };

/**
 * Sum the days that are due, with the sums of the stage in the same transaction: by the difference to the sums before, so
 * that a run that ends at any moment counts nothing twice. A day that is marked concurrently stays due for the next run.
 */
export async function sumUsageDays(nowMs: number): Promise<void> {
  if (!settings().countsUsage) return;
  const due = readableRecords('UsageDay', await loadDueUsageDays(nowMs, MAX_PER_SHARD));
  // Days of one date change the same sums, one transaction after the other.
  const dates = [...Map.groupBy(due, ({ day }) => day).values()];
  await settleInParts(dates, DATES_AT_ONCE, async (days) => {
    for (const part of splitIntoParts(days, DAYS_TOGETHER)) await sumTogether(part);
  });
  if (due.length > 0) log.info('days of usage summed', { days: due.length });
}

async function sumTogether(days: UsageDay[]): Promise<void> {
  const summed = await Promise.all(
    days.map(async (before): Promise<Summed> => {
      // Before the records are read: those that are stored concurrently may be missing.
      const readMs = Date.now();
      return { before, after: recordSums(before, await sumUsageRecords(before), readMs) };
    }),
  );
  await commitTogether(summed, toWrites);
}

function toWrites(summed: Summed[]): Write[] {
  const ofStage = stageUsageWrite(summed);
  return [...summed.map(({ before, after }) => usageDayWrite(before, after)), ...(ofStage ? [ofStage] : [])];
}
