import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { requireEnv } from '../config/env.ts';
import type { Platform } from '../domain/platform.ts';
import type { DeliveryLane } from '../domain/webhooks/delivery-lane.ts';

const sqs = new SQSClient({ maxAttempts: 5 });

/** The longest delay SQS supports. A longer wait takes several messages. */
const MAX_DELAY_SECONDS = 900;

const BATCH_SIZE = 10;

/** Returns the URL of a platform's publish queue. */
export function publishQueueUrl(platform: Platform): string {
  return requireEnv(`PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
}

/** Returns the URL of the metric poll queue. */
export function metricPollQueueUrl(): string {
  return requireEnv('METRIC_POLL_QUEUE_URL');
}

/** Returns the URL of the fast delivery queue. */
export function deliveryQueueUrl(): string {
  return requireEnv('DELIVERY_QUEUE_URL');
}

/** Returns the delivery lane this function is deployed for. */
export function deliveryLane(): DeliveryLane {
  return requireEnv('DELIVERY_LANE') as DeliveryLane;
}

/** Returns the URL of the slow delivery queue. */
export function slowDeliveryQueueUrl(): string {
  return requireEnv('SLOW_DELIVERY_QUEUE_URL');
}

/**
 * Sends a message of a group to a fair queue. SQS delivers messages of other groups first while one group
 * occupies many workers.
 */
export async function sendToGroup(queueUrl: string, message: object, messageGroupId: string): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(message),
      MessageGroupId: messageGroupId,
    }),
  );
}

/**
 * Sends a message that arrives no earlier than `atMs`, rounded up to a second. The delay is at most 15 minutes;
 * the consumer of an early message delays it again.
 */
export async function sendDelayed(queueUrl: string, message: object, atMs: number, nowMs: number): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds(atMs, nowMs),
    }),
  );
}

/** A message and its group: see `sendToGroup`. */
export interface QueuedMessage {
  message: object;
  messageGroupId?: string;
}

/** Sends messages in batches. Throws when the queue rejects any of them. */
export async function sendBatch(queueUrl: string, messages: object[]): Promise<void> {
  await sendBatchToGroups(
    queueUrl,
    messages.map((message) => ({ message })),
  );
}

/** Sends messages with their groups in batches. Throws when the queue rejects any of them. */
export async function sendBatchToGroups(queueUrl: string, messages: QueuedMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH_SIZE) {
    const response = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: messages.slice(start, start + BATCH_SIZE).map(({ message, messageGroupId: group }, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(message),
          ...(group === undefined ? {} : { MessageGroupId: group }),
        })),
      }),
    );
    // SQS responds with 200 even when it rejects some messages of a batch.
    if (response.Failed?.length) throw new Error(`The queue rejected ${response.Failed.length} messages.`);
  }
}

function delaySeconds(atMs: number, nowMs: number): number {
  return Math.max(0, Math.min(MAX_DELAY_SECONDS, Math.ceil((atMs - nowMs) / 1000)));
}
