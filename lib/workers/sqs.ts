import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { requireEnv } from '../config/env.ts';
import type { Platform } from '../domain/platform.ts';
import type { DeliveryLane } from '../domain/webhooks/delivery-lane.ts';

const sqs = new SQSClient({ maxAttempts: 5 });

/** The longest a message can be delayed. A longer wait is made of several hops. */
const MAX_DELAY_SECONDS = 900;

const BATCH_SIZE = 10;

/** The queue that wakes the publish function of a platform. */
export function publishQueueUrl(platform: Platform): string {
  return requireEnv(`PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
}

/** The queue of posts whose numbers are to be read. */
export function metricPollQueueUrl(): string {
  return requireEnv('METRIC_POLL_QUEUE_URL');
}

/** The queue of deliveries to webhook endpoints. */
export function deliveryQueueUrl(): string {
  return requireEnv('DELIVERY_QUEUE_URL');
}

/** The lane this function was deployed to. */
export function deliveryLane(): DeliveryLane {
  return requireEnv('DELIVERY_LANE') as DeliveryLane;
}

/** The queue of deliveries to endpoints that are slow. */
export function slowDeliveryQueueUrl(): string {
  return requireEnv('SLOW_DELIVERY_QUEUE_URL');
}

/**
 * Sends a message to a queue that serves groups fairly: of a group that holds many workers, others come first
 * (SQS fair queues: standard queues do so when messages name their group).
 */
export async function sendToGroup(queueUrl: string, message: object, group: string): Promise<void> {
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
export async function sendDelayed(
  queueUrl: string,
  message: object,
  atMs: number,
  nowMs: number,
): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds(atMs, nowMs),
    }),
  );
}

/** A message, and the group among which the queue is fair: see `sendToGroup`. */
export interface QueuedMessage {
  message: object;
  messageGroupId?: string;
}

/** Sends many messages at once. Throws when the queue did not take every one of them. */
export async function sendBatch(queueUrl: string, messages: object[]): Promise<void> {
  await sendBatchToGroups(
    queueUrl,
    messages.map((message) => ({ message })),
  );
}

/** The same, with the groups of the messages: one group that waits long does not keep the others waiting. */
export async function sendBatchToGroups(queueUrl: string, messages: QueuedMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH_SIZE) {
    const answer = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: messages
          .slice(start, start + BATCH_SIZE)
          .map(({ message, messageGroupId: group }, index) => ({
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
  return Math.max(0, Math.min(MAX_DELAY_SECONDS, Math.ceil((atMs - nowMs) / 1000)));
}
