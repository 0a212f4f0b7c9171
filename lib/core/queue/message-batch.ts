import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { emitMetric } from '../observability/emit-metric.ts';
import { log } from '../observability/log.ts';

const SOURCE_ADDRESS = /("sourceIPAddress"\s*:\s*)"[^"]*"/g;

/** Processes one message of a queue. */
type MessageHandler = (message: SQSRecord) => Promise<void>;

/**
 * Process the messages of a queue one after the other. A failure is logged as `failure`, and its message is reported, so
 * that SQS delivers it again. The IP address of the client in a notification of S3 is not logged.
 */
export async function processInTurn(
  event: SQSEvent,
  failure: string,
  handle: MessageHandler,
): Promise<SQSBatchResponse> {
  const failed: (string | null)[] = [];
  for (const message of event.Records) failed.push(await processMessage(message, failure, handle));
  return toResponse(failed);
}

/** Process the messages of a queue concurrently, as `processInTurn` does one after the other. */
export async function processConcurrently(
  event: SQSEvent,
  failure: string,
  handle: MessageHandler,
): Promise<SQSBatchResponse> {
  return toResponse(await Promise.all(event.Records.map((message) => processMessage(message, failure, handle))));
}

/**
 * Process a message. Returns its id when it must be delivered again, or null. A failure is counted at once, and again when
 * the message is delivered again: an attempt that ended the process reports nothing itself.
 */
async function processMessage(message: SQSRecord, failure: string, handle: MessageHandler): Promise<string | null> {
  const { messageId, body, attributes } = message;
  // An event that a person writes to invoke a function may have no attributes.
  if (Number(attributes?.ApproximateReceiveCount ?? 1) > 1) emitMetric('WorkerErrors', 1);
  try {
    await handle(message);
    return null;
  } catch (error) {
    const message_body = body.replace(SOURCE_ADDRESS, '$1"[redacted]"');
    emitMetric('WorkerErrors', 1);
    log.error(failure, { message_id: messageId, message_body, error: error as Error });
    return messageId;
  }
}

function toResponse(failed: (string | null)[]): SQSBatchResponse {
  return { batchItemFailures: failed.filter((id) => id !== null).map((itemIdentifier) => ({ itemIdentifier })) };
}
