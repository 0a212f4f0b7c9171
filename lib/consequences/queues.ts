import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Lane } from '../domain/lane.ts';
import type { Platform } from '../domain/platform.ts';
import { granted } from '../granted.ts';

const sqs = new SQSClient({ maxAttempts: 5 });

/** The longest a message can be delayed. A longer wait is made of several hops. */
const LONGEST_DELAY_SECONDS = 900;

const BATCH = 10;

/** The queue that wakes the publish function of a platform. */
export function publishQueueUrl(platform: Platform): string {
  return granted(`PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
}

/** The queue of posts whose numbers are to be read. */
export function readingQueueUrl(): string {
  return granted('READING_QUEUE_URL');
}

/** The queue of deliveries to webhook endpoints. */
export function deliveryQueueUrl(): string {
  return granted('DELIVERY_QUEUE_URL');
}

/** The lane this function was deployed to. */
export function deliveryLane(): Lane {
  return granted('DELIVERY_LANE') as Lane;
}

/** The queue of deliveries to endpoints that are slow. */
export function slowDeliveryQueueUrl(): string {
  return granted('SLOW_DELIVERY_QUEUE_URL');
}

/**
 * Sends a message to a queue that serves groups fairly: of a group that holds many workers, others come first
 * (SQS fair queues: standard queues do so when messages name their group).
 */
export async function sendFairly(queueUrl: string, message: object, group: string): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(message),
      MessageGroupId: group,
    }),
  );
}

/**
 * Sends a message that arrives no earlier than `atMs`: whole seconds, rounded up, at most 15 minutes; the
 * reader of an early message sends it on.
 */
export async function sendAt(queueUrl: string, message: object, atMs: number, nowMs: number): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds(atMs, nowMs),
    }),
  );
}

/** A message, and the group among which the queue is fair: see `sendFairly`. */
export interface QueuedMessage {
  message: object;
  group?: string;
}

/** Sends many messages at once. Throws when the queue did not take every one of them. */
export async function sendAll(queueUrl: string, messages: object[]): Promise<void> {
  await sendAllFairly(
    queueUrl,
    messages.map((message) => ({ message })),
  );
}

/** The same, with the groups of the messages: one group that waits long does not keep the others waiting. */
export async function sendAllFairly(queueUrl: string, messages: QueuedMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH) {
    const answer = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: messages.slice(start, start + BATCH).map(({ message, group }, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(message),
          ...(group === undefined ? {} : { MessageGroupId: group }),
        })),
      }),
    );
    // A batch can be refused in part, and is answered with 200 all the same.
    if (answer.Failed?.length) throw new Error(`The queue refused ${answer.Failed.length} messages.`);
  }
}

function delaySeconds(atMs: number, nowMs: number): number {
  return Math.max(0, Math.min(LONGEST_DELAY_SECONDS, Math.ceil((atMs - nowMs) / 1000)));
}
