import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { log } from '../lib/observability/log.ts';
import { appendToAuditLog } from '../lib/workers/stream/audit-log-writer.ts';
import { handleBatch, handleTableChange, isBatched } from '../lib/workers/stream/dispatch.ts';

/**
 * Follows the table's stream. Changes of one item are followed in their order, different items side by
 * side, and kinds that come in crowds together; the audit log takes all of them as they come. What fails is reported by its place in the stream and comes
 * again; what succeeded may come again with it, and does no harm.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const { batched = [], single = [] } = Object.groupBy(event.Records, (change) =>
    isBatched(change) ? 'batched' : 'single',
  );
  const byItem = Map.groupBy(single, (record) => JSON.stringify(record.dynamodb?.Keys));
  const failed = await Promise.all([
    reportFailures(appendToAuditLog(event.Records, Date.now())),
    reportFailures(handleBatch(batched)),
    ...[...byItem.values()].map(handleInOrder),
  ]);
  return { batchItemFailures: [...new Set(failed.flat())].map((id) => ({ itemIdentifier: id })) };
}

/** The sequence number of the first change that failed, if one did. */
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

/** The sequence numbers of all changes that failed. */
async function reportFailures(followed: Promise<Map<DynamoDBRecord, unknown>>): Promise<string[]> {
  return [...(await followed)].map(([change, error]) => reportFailure(change, error));
}

function reportFailure(change: DynamoDBRecord, error: unknown): string {
  log.error('stream record failed', {
    sequence: change.dynamodb?.SequenceNumber,
    item: change.dynamodb?.Keys,
    error: error as Error,
  });
  return change.dynamodb?.SequenceNumber ?? '';
}
