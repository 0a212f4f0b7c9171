import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { followChange } from '../lib/consequences/follow.ts';
import { log } from '../lib/log.ts';

/**
 * Follows the table's stream. Changes of one item are followed in their order, different items side by
 * side. What fails is reported by its place in the stream and comes again; what succeeded may come again
 * with it, and does no harm.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const byItem = Map.groupBy(event.Records, (record) => JSON.stringify(record.dynamodb?.Keys));
  const failed = await Promise.all([...byItem.values()].map(followInOrder));
  return {
    batchItemFailures: failed.filter((id) => id !== null).map((id) => ({ itemIdentifier: id })),
  };
}

/** The sequence number of the first change that failed, or null. */
async function followInOrder(changes: DynamoDBRecord[]): Promise<string | null> {
  for (const change of changes) {
    try {
      await followChange(change, Date.now());
    } catch (error) {
      log.error('change not followed', {
        sequence: change.dynamodb?.SequenceNumber,
        item: change.dynamodb?.Keys,
        error: error as Error,
      });
      return change.dynamodb?.SequenceNumber ?? '';
    }
  }
  return null;
}
