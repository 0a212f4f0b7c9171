import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { processRecords } from '../lib/app/stream/process-records.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';

/** A batch of the stream. `redrive`: of dead letters, by `npm run redrive`. */
type TableChangeEvent = DynamoDBStreamEvent & { redrive?: boolean };

/** Process changes of the table. Returns the sequence numbers of those to deliver again. */
export const handler = withInvocationDeadline(processChanges);

async function processChanges({ Records, redrive = false }: TableChangeEvent): Promise<DynamoDBBatchResponse> {
  const failed = await processRecords(Records, redrive);
  return { batchItemFailures: failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })) };
}
