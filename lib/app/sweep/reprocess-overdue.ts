import { accountRemovalWrite, listOverdueAccountRemovals } from '../../accounts/store/account-removals.ts';
import { engagementWrite, listOverdueEngagements } from '../../analytics/store/engagements.ts';
import { settings } from '../../core/config/settings.ts';
import { log } from '../../core/observability/log.ts';
import { reprocessAt } from '../../core/retry/reprocessing.ts';
import { readableRecords, settleInParts } from '../../core/stream/batches.ts';
import { tryCommit, type Write } from '../../core/table/commit.ts';
import { exportWrite, listOverdueExports } from '../../exports/store/exports.ts';
import { importWrite, listOverdueImports } from '../../imports/store/imports.ts';
import { listOverdueRecoveries, recoveryWrite } from '../../webhooks/store/recoveries.ts';

const MAX_PER_SHARD = 250;
const CONCURRENCY = 25;

/**
 * Have the stream process again the records that were due before `before` (ISO 8601): engagements that are in no sum, and
 * recoveries, removals of accounts, exports and imports that do not continue. The next due time is the change that the
 * stream delivers. A record that is processed at the same time stays as it is.
 */
export async function reprocessOverdue(before: string, nowMs: number): Promise<void> {
  const [engagements, recoveries, removals, exports, imports] = await Promise.all([
    listOverdueEngagements(before, MAX_PER_SHARD).then((found) => readableRecords('Engagement', found)),
    listOverdueRecoveries(before, MAX_PER_SHARD).then((found) => readableRecords('Recovery', found)),
    listOverdueAccountRemovals(before, MAX_PER_SHARD).then((found) => readableRecords('AccountRemoval', found)),
    listOverdueExports(before, MAX_PER_SHARD).then((found) => readableRecords('Export', found)),
    listOverdueImports(before, MAX_PER_SHARD).then((found) => readableRecords('Import', found)),
  ]);
  const postponed = <T extends object>(record: T, since: string): T => ({
    ...record,
    due_at: reprocessAt(since, nowMs),
  });
  const { commenterTextRetentionDays } = settings();
  const writes: Write[] = [
    ...engagements.map((each) => engagementWrite(each, postponed(each, each.received_at), commenterTextRetentionDays)),
    ...recoveries.map((each) => recoveryWrite(each, postponed(each, each.created_at))),
    ...removals.map((each) => accountRemovalWrite(each, postponed(each, each.created_at))),
    ...exports.map((each) => exportWrite(each, postponed(each, each.created_at))),
    ...imports.map((each) => importWrite(each, postponed(each, each.phase_at))),
  ];
  if (writes.length === 0) return;
  const counts = {
    engagements: engagements.length,
    recoveries: recoveries.length,
    removals: removals.length,
    exports: exports.length,
    imports: imports.length,
  };
  log.warn('records not processed by the stream, processing them again', counts);
  await settleInParts(writes, CONCURRENCY, (write) => tryCommit([write]));
}
