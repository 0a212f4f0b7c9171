import {
  type BatchResultErrorEntry,
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { requireEnv } from '../config/env.ts';
import { RETRY_POLICIES } from '../retry/back-off.ts';
import { retry } from '../retry/retry.ts';
import { fitsMessageDelay } from '../retry/waits.ts';
import { splitIntoParts } from '../stream/batches.ts';

const sqs = new SQSClient({ maxAttempts: 5 });

/** The most messages of one request. */
export const SQS_BATCH_SIZE = 10;

/** Return the URL of a queue from the environment variable that the grant sets. */
export function queueUrl(queue: 'DELIVERY' | 'SLOW_DELIVERY' | 'METRIC_POLL' | 'EMAIL' | 'MEDIA' | 'STEP'): string {
  return requireEnv(`${queue}_QUEUE_URL`);
}

/** Send a message to a fair queue. While a group occupies many workers, SQS delivers those of other groups first. */
export async function sendToGroup(QueueUrl: string, message: object, MessageGroupId: string): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), MessageGroupId }));
}

/**
 * Send a message that arrives no earlier than `atMs`, in the group of its workspace. Throws a RangeError for a wait of more
 * than 15 minutes.
 */
export async function sendDelayed(
  QueueUrl: string,
  message: WorkspaceMessage,
  atMs: number,
  nowMs: number,
): Promise<void> {
  const [MessageBody, DelaySeconds] = [JSON.stringify(message), delaySeconds(atMs, nowMs)];
  const { workspace_id: MessageGroupId } = message;
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds, MessageGroupId }));
}

/**
 * Count the messages that wait in a queue of the stack, by its name. Its URL differs from that of another queue of the
 * account and region in the name only, and the environment of a function has no room for many URLs.
 */
export async function countMessages(queueName: string, otherQueueUrl: string): Promise<number> {
  const QueueUrl = otherQueueUrl.replace(/[^/]+$/, queueName);
  const AttributeNames = ['ApproximateNumberOfMessages' as const];
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
  return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
}

/** Hide a received message for a number of seconds from now, after which SQS delivers it again. */
export async function hideMessage(QueueUrl: string, ReceiptHandle: string, VisibilityTimeout: number): Promise<void> {
  await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
}

/** A message about an item of a workspace. Its workspace is its group, so that one workspace delays no other. */
interface WorkspaceMessage {
  workspace_id: string;
}

/** Properties of the messages of a batch. */
interface BatchOptions<T> {
  /** When a message arrives at the earliest (epoch milliseconds), at most 15 minutes from now. */
  arrivalMs?: (message: T) => number;
}

/** Messages that a queue did not take. With `$retryable`, as the SDK's errors have it, when it may take them later. */
class RejectedMessagesError extends Error {
  override name = 'RejectedMessagesError';
  $retryable: object | undefined;
  constructor(failed: BatchResultErrorEntry[]) {
    super(`The queue rejected ${failed.length} messages.`);
    this.$retryable = failed.every(({ SenderFault }) => SenderFault === false) ? {} : undefined;
  }
}

/** Send messages in batches, each in the group of its workspace. Throws as `sendBatchToGroups`. */
export async function sendBatch<T extends WorkspaceMessage>(
  QueueUrl: string,
  messages: T[],
  options: BatchOptions<T> = {},
): Promise<void> {
  await sendBatchToGroups(QueueUrl, messages, ({ workspace_id }) => workspace_id, options);
}

/**
 * Send messages in batches, each in the fair queue's group that `groupOf` returns. Throws when the queue rejects any of
 * them, after retries of those alone if it may take them later, and a RangeError for a wait of more than 15 minutes.
 */
export async function sendBatchToGroups<T extends object>(
  QueueUrl: string,
  messages: T[],
  groupOf: (message: T) => string,
  { arrivalMs }: BatchOptions<T> = {},
): Promise<void> {
  for (const batch of splitIntoParts(messages, SQS_BATCH_SIZE)) {
    // Not when the first batch was sent: thousands of messages take a while.
    const nowMs = Date.now();
    let left = batch.map((message, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(message),
      MessageGroupId: groupOf(message),
      ...(arrivalMs && { DelaySeconds: delaySeconds(arrivalMs(message), nowMs) }),
    }));
    const sendLeft = async () => {
      // SQS responds with 200 even when it rejects some messages of a batch.
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries: left }));
      if (Failed.length === 0) return;
      left = left.filter(({ Id }) => Failed.some((failed) => failed.Id === Id));
      throw new RejectedMessagesError(Failed);
    };
    await retry(RETRY_POLICIES.rejectedMessages, sendLeft, isRetryableRejection);
  }
}

function isRetryableRejection(error: unknown): boolean {
  return error instanceof RejectedMessagesError && error.$retryable !== undefined;
}

/**
 * Return the delay of a message that arrives no earlier than `atMs`, rounded up to a second. A longer wait would need a
 * chain of messages, which Lambda stops.
 */
function delaySeconds(atMs: number, nowMs: number): number {
  if (!fitsMessageDelay(atMs, nowMs))
    throw new RangeError(`No message can wait until ${new Date(atMs).toISOString()}.`);
  return Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
