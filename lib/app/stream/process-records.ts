import type { DynamoDBRecord } from 'aws-lambda';
import { appendToAuditLog } from '../../audit/store/audit-log-writer.ts';
import { log } from '../../core/observability/log.ts';
import { isTransient } from '../../core/retry/transient-errors.ts';
import { isDeadLetter, storeDeadLetter } from '../../core/stream/dead-letters.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { handleBatch, handleTableChange, isBatched, isSingle } from './dispatch.ts';

/** What failed, with the error of each record. */
type Failures = Map<DynamoDBRecord, unknown>;

/** Return whether a record that failed is left behind, so that later changes of its item are handled without it. */
type IsLeftBehind = (record: DynamoDBRecord, error: unknown) => boolean;

/**
 * Process changes of the table. Changes of one item are handled in order, different items concurrently: first what
 * others wait for (events, deliveries, schedules), then sums and the audit log, so that a workspace with many changes
 * does not delay the events of the others in the batch. Returns the records to deliver again, possibly with others that
 * succeeded, which is harmless. A record that fails permanently is stored as a dead letter and counts as processed.
 *
 * An operator redrives dead letters: with `redrive`, everything that fails is returned and nothing is stored.
 */
export async function processRecords(records: DynamoDBRecord[], redrive: boolean): Promise<DynamoDBRecord[]> {
  const nowMs = Date.now();
  const [batched, single] = [records.filter(isBatched), records.filter(isSingle)];
  const byItem = Map.groupBy(single, (record) => canonicalJson(record.dynamodb?.Keys));
  const isLeftBehind: IsLeftBehind = (record, error) =>
    redrive ? !isTransient(error) : isDeadLetter(record, error, nowMs);
  const handled = await Promise.all([...byItem.values()].map((changes) => handleInOrder(changes, isLeftBehind)));
  const summed = await Promise.all([
    isolateFailures(batched, handleBatch, isLeftBehind),
    isolateFailures(records, (part) => appendToAuditLog(part, Date.now()), isLeftBehind),
  ]);
  const failed = await Promise.all(
    [...mergeFailures([...handled, ...summed])].map(async ([record, error]) => {
      const { SequenceNumber: sequence, Keys: item } = record.dynamodb ?? {};
      log.error('stream record failed', { sequence, item, error: error as Error });
      return !redrive && isLeftBehind(record, error) && (await tryToStore(record, error, nowMs)) ? [] : [record];
    }),
  );
  return failed.flat();
}

/**
 * Process records together. When several fail with an error that a retry does not resolve, one of them may be the cause
 * for all, so each is processed again alone.
 */
async function isolateFailures(
  records: DynamoDBRecord[],
  process: (records: DynamoDBRecord[]) => Promise<Failures>,
  isLeftBehind: IsLeftBehind,
): Promise<Failures> {
  const failures = new Map(await process(records));
  const unresolved = records.filter((record) => {
    const error = failures.get(record);
    return failures.has(record) && (!isTransient(error) || isLeftBehind(record, error));
  });
  if (unresolved.length < 2) return failures;
  for (const record of unresolved) {
    failures.delete(record);
    for (const [failed, error] of await process([record])) failures.set(failed, error);
  }
  return failures;
}

/** Handle the changes of one item. After one that is delivered again, the later ones are not attempted. */
async function handleInOrder(changes: DynamoDBRecord[], isLeftBehind: IsLeftBehind): Promise<Failures> {
  const failures: Failures = new Map();
  for (const [index, change] of changes.entries()) {
    try {
      await handleTableChange(change, Date.now());
    } catch (error) {
      failures.set(change, error);
      if (isLeftBehind(change, error)) continue;
      // Transient like its cause: the later changes are delivered again for as long as this one is.
      const notAttempted = new Error('An earlier change of the item is delivered again.', { cause: error });
      for (const later of changes.slice(index + 1)) failures.set(later, notAttempted);
      break;
    }
  }
  return failures;
}

/** Merge failures by record. Of several errors of a record, one that demands another delivery counts. */
function mergeFailures(all: Failures[]): Failures {
  const merged: Failures = new Map();
  for (const [record, error] of all.flatMap((each) => [...each])) {
    if (!merged.has(record) || isTransient(error)) merged.set(record, error);
  }
  return merged;
}

async function tryToStore(record: DynamoDBRecord, error: unknown, nowMs: number): Promise<boolean> {
  try {
    await storeDeadLetter(record, error, nowMs);
    return true;
  } catch (failure) {
    log.error('stream dead letter not stored', { sequence: record.dynamodb?.SequenceNumber, error: failure as Error });
    return false;
  }
}
