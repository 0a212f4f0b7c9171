import { invokeFunction } from './invoke-function.ts';
import type { AwsApiError } from './sigv4-request.ts';
import { readBatch, type StreamBatchRef } from './stream-records.ts';

/** Lambda's record of a failed asynchronous invocation; only the members used here. */
interface FailedInvocation {
  requestContext: { functionArn: string };
  requestPayload: unknown;
}

/** Lambda's record of a failed stream batch: a reference to the records, without their content. */
interface FailedBatch {
  requestContext: { functionArn: string };
  DDBStreamBatchInfo: StreamBatchRef;
}

/** The batch size of the event source mapping. */
const BATCH_RECORDS = 100;

/** Invokes the function again, asynchronously, with the original payload. Returns a line to print. */
export async function redriveInvocation(text: string): Promise<string> {
  const { requestContext, requestPayload } = JSON.parse(text) as Partial<FailedInvocation>;
  if (!requestContext?.functionArn || requestPayload === undefined)
    throw new Error('The message is not the record of a failed invocation.');
  await invokeFunction(requestContext.functionArn, requestPayload, 'Event');
  return `invoked ${requestContext.functionArn.split(':')[6]}`;
}

/**
 * Reads the records of a batch from the stream and invokes the function with them, in order. Stream handlers
 * are idempotent, also when later changes were processed before. Throws an Error when the stream no longer has
 * the records or the function fails again.
 */
export async function redriveStreamBatch(text: string): Promise<string> {
  const { requestContext, DDBStreamBatchInfo: batch } = JSON.parse(text) as Partial<FailedBatch>;
  if (!requestContext?.functionArn || !batch) throw new Error('The message is not the record of a failed batch.');
  const records = await readBatch(batch).catch(rethrowWithRetentionHint);
  for (let start = 0; start < records.length; start += BATCH_RECORDS) {
    const Records = records
      .slice(start, start + BATCH_RECORDS)
      .map((record) => ({ ...record, eventSourceARN: batch.streamArn }));
    const answer = await invokeFunction(requestContext.functionArn, { Records }, 'RequestResponse');
    const { batchItemFailures = [] } = (answer ?? {}) as { batchItemFailures?: unknown[] };
    if (batchItemFailures.length > 0)
      throw new Error(`${batchItemFailures.length} records failed again; see the log of the function.`);
  }
  return `processed ${records.length} records`;
}

function rethrowWithRetentionHint(error: unknown): never {
  if ((error as AwsApiError).code !== 'TrimmedDataAccessException') throw error;
  throw new Error('a stream retains records for 24 hours, and these are older (TrimmedDataAccessException)');
}
