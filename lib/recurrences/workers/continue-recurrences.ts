import { log } from '../../core/observability/log.ts';
import { readableRecords, settleInParts } from '../../core/stream/batches.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { postponeStep } from '../rules/progress.ts';
import { listDueRecurrences, recurrenceWrite } from '../store/recurrences.ts';

const MAX_PER_SHARD = 50;
const CONCURRENCY = 25;

/**
 * Continue the recurrences that have a date within 30 days which is not made yet, and those that lost a step. The
 * stream does the step.
 */
export async function continueRecurrences(nowMs: number): Promise<void> {
  const found = readableRecords('Recurrence', await listDueRecurrences(formatInstant(nowMs), MAX_PER_SHARD));
  // The index lags the table.
  const due = found.filter(({ due_at }) => due_at !== null && Date.parse(due_at) <= nowMs);
  await settleInParts(due, CONCURRENCY, (recurrence) =>
    tryCommit([recurrenceWrite(recurrence, postponeStep(recurrence, nowMs))]),
  );
  if (due.length > 0) log.info('recurrences continued', { recurrences: due.length });
}
