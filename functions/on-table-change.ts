import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { processRecords } from '../lib/workers/stream/process-records.ts';

/** A batch of the stream. `redrive`: of dead letters, by `npm run redrive`. */
type TableChangeEvent = DynamoDBStreamEvent & { redrive?: boolean };

/** Process changes of the table. Returns the sequence numbers of those to deliver again. */
export async function handler({ Records, redrive = false }: TableChangeEvent): Promise<DynamoDBBatchResponse> {
  const failed = await processRecords(Records, redrive);
  return { batchItemFailures: failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })) };
}
