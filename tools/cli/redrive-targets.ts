import { invokeFunction } from './invoke-function.ts';
import type { AwsApiError } from './sigv4-request.ts';
import { readBatch, type StreamBatchRef } from './stream-records.ts';

/** Lambda's record of an asynchronous invocation it gave up, as far as it is needed here. */
interface FailedInvocation {
  requestContext: { functionArn: string };
  requestPayload: unknown;
}

/** Lambda's record of a batch of the stream it gave up: where the records lie, and not what they say. */
interface FailedBatch {
  requestContext: { functionArn: string };
  DDBStreamBatchInfo: StreamBatchRef;
}

/** The size of the mapping's own batches. */
const BATCH_RECORDS = 100;

/** Invokes the function again with what it was given, asynchronously, as the first time. */
export async function redriveInvocation(text: string): Promise<string> {
  const { requestContext, requestPayload } = JSON.parse(text) as Partial<FailedInvocation>;
  if (!requestContext?.functionArn || requestPayload === undefined)
    throw new Error('This is no record of a failed invocation.');
  await invokeFunction(requestContext.functionArn, requestPayload, 'Event');
  return `invoked ${requestContext.functionArn.split(':')[6]}`;
}

/**
 * Reads the records of the batch from the stream and hands them to the function again, in their order.
 * Following a change twice, or after later ones, does no harm. Throws when the stream no longer has them or
 * the function fails on them again.
 */
export async function redriveStreamBatch(text: string): Promise<string> {
  const { requestContext, DDBStreamBatchInfo: place } = JSON.parse(text) as Partial<FailedBatch>;
  if (!requestContext?.functionArn || !place) throw new Error('This is no record of a failed batch.');
  const records = await readBatch(place).catch(rethrowWithRetentionHint);
  for (let start = 0; start < records.length; start += BATCH_RECORDS) {
    const Records = records
      .slice(start, start + BATCH_RECORDS)
      .map((record) => ({ ...record, eventSourceARN: place.streamArn }));
    const answer = await invokeFunction(requestContext.functionArn, { Records }, 'RequestResponse');
    const { batchItemFailures = [] } = (answer ?? {}) as { batchItemFailures?: unknown[] };
    if (batchItemFailures.length > 0)
      throw new Error(`${batchItemFailures.length} items failed again; the function's log says why.`);
  }
  return `followed ${records.length} changes`;
}

function rethrowWithRetentionHint(error: unknown): never {
  if ((error as AwsApiError).code !== 'TrimmedDataAccessException') throw error;
  throw new Error(
    'a stream keeps its records for 24 hours, and these are older (TrimmedDataAccessException)',
  );
}
