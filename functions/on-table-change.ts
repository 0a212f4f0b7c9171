import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { log } from '../lib/observability/log.ts';
import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { appendToAuditLog } from '../lib/workers/stream/audit-log-writer.ts';
import { handleBatch, handleTableChange, isBatched } from '../lib/workers/stream/dispatch.ts';

/**
 * Process the stream of the table. Changes of one item are handled in order, different items concurrently: first what
 * others wait for (events, deliveries, schedules), then sums and the audit log, so that a workspace with many changes
 * does not delay the events of the others in the batch. A failed change is reported by its sequence number and
 * delivered again, possibly with others that succeeded, which is harmless.
 */
export const handler = withInvocationDeadline(processChanges);

async function processChanges(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const { batched = [], single = [] } = Object.groupBy(event.Records, (change) =>
    isBatched(change) ? 'batched' : 'single',
  );
  const byItem = Map.groupBy(single, (record) => JSON.stringify(record.dynamodb?.Keys));
  const failed = await Promise.all([...byItem.values()].map(handleInOrder));
  const failedLater = await Promise.all([
    reportFailures(handleBatch(batched)),
    reportFailures(appendToAuditLog(event.Records, Date.now())),
  ]);
  const ids = new Set([...failed, ...failedLater].flat());
  return { batchItemFailures: [...ids].map((itemIdentifier) => ({ itemIdentifier })) };
}

/** Handle the changes of one item. Returns the sequence number of the first that failed, if any. */
async function handleInOrder(changes: DynamoDBRecord[]): Promise<string[]> {
  for (const change of changes) {
    try {
      await handleTableChange(change, Date.now());
    } catch (error) {
      return [reportFailure(change, error)];
    }
  }
  return [];
}

/** Return the sequence numbers of all changes that failed. */
async function reportFailures(result: Promise<Map<DynamoDBRecord, unknown>>): Promise<string[]> {
  return [...(await result)].map(([change, error]) => reportFailure(change, error));
}

function reportFailure(change: DynamoDBRecord, error: unknown): string {
  log.error('stream record failed', {
    sequence: change.dynamodb?.SequenceNumber,
    item: change.dynamodb?.Keys,
    error: error as Error,
  });
  return change.dynamodb?.SequenceNumber ?? '';
}
