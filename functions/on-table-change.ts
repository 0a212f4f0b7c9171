import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { followForAudit } from '../lib/consequences/audit.ts';
import { followChange, followTogether, isFollowedTogether } from '../lib/consequences/follow.ts';
import { log } from '../lib/log.ts';

/**
 * Follows the table's stream. Changes of one item are followed in their order, different items side by
 * side, and kinds that come in crowds together; the audit log takes all of them as they come. What fails is reported by its place in the stream and comes
 * again; what succeeded may come again with it, and does no harm.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const { crowd = [], single = [] } = Object.groupBy(event.Records, (change) =>
    isFollowedTogether(change) ? 'crowd' : 'single',
  );
  const byItem = Map.groupBy(single, (record) => JSON.stringify(record.dynamodb?.Keys));
  const failed = await Promise.all([
    failuresOf(followForAudit(event.Records, Date.now())),
    failuresOf(followTogether(crowd)),
    ...[...byItem.values()].map(followInOrder),
  ]);
  return { batchItemFailures: [...new Set(failed.flat())].map((id) => ({ itemIdentifier: id })) };
}

/** The sequence number of the first change that failed, if one did. */
async function followInOrder(changes: DynamoDBRecord[]): Promise<string[]> {
  for (const change of changes) {
    try {
      await followChange(change, Date.now());
    } catch (error) {
      return [failed(change, error)];
    }
  }
  return [];
}

/** The sequence numbers of all changes that failed. */
async function failuresOf(followed: Promise<Map<DynamoDBRecord, unknown>>): Promise<string[]> {
  return [...(await followed)].map(([change, error]) => failed(change, error));
}

function failed(change: DynamoDBRecord, error: unknown): string {
  log.error('change not followed', {
    sequence: change.dynamodb?.SequenceNumber,
    item: change.dynamodb?.Keys,
    error: error as Error,
  });
  return change.dynamodb?.SequenceNumber ?? '';
}
