import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { requireEnv } from '../config/env.ts';
import type { Platform } from '../domain/platform.ts';
import type { DeliveryLane } from '../domain/webhooks/delivery-lane.ts';
import { splitIntoParts } from './batches.ts';

const sqs = new SQSClient({ maxAttempts: 5 });

// The longest delay SQS supports. A longer wait takes several messages.
const MAX_DELAY_SECONDS = 900;
const BATCH_SIZE = 10;

/** Return the URL of a queue from the environment variable that the grant sets. */
export function queueUrl(queue: 'DELIVERY' | 'SLOW_DELIVERY' | 'METRIC_POLL' | 'EMAIL'): string {
  return requireEnv(`${queue}_QUEUE_URL`);
}

/** Return the URL of a platform's publish queue. */
export function publishQueueUrl(platform: Platform): string {
  return requireEnv(`PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
}

/** Return the delivery lane this function is deployed for. */
export function deliveryLane(): DeliveryLane {
  return requireEnv('DELIVERY_LANE') as DeliveryLane;
}

/** Send a message to a fair queue. While a group occupies many workers, SQS delivers those of other groups first. */
export async function sendToGroup(QueueUrl: string, message: object, MessageGroupId: string): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), MessageGroupId }));
}

/**
 * Send a message that arrives no earlier than `atMs`, rounded up to a second. The delay is at most 15 minutes;
 * the consumer of an early message delays it again.
 */
export async function sendDelayed(QueueUrl: string, message: object, atMs: number, nowMs: number): Promise<void> {
  const DelaySeconds = Math.max(0, Math.min(MAX_DELAY_SECONDS, Math.ceil((atMs - nowMs) / 1000)));
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), DelaySeconds }));
}

/** Send messages in batches, each in the group that `groupOf` returns. Throws when the queue rejects any of them. */
export async function sendBatch<T extends object>(
  QueueUrl: string,
  messages: T[],
  groupOf: (message: T) => string | undefined = () => undefined,
): Promise<void> {
  for (const batch of splitIntoParts(messages, BATCH_SIZE)) {
    const Entries = batch.map((message, index) => {
      const MessageGroupId = groupOf(message);
      return { Id: String(index), MessageBody: JSON.stringify(message), ...(MessageGroupId && { MessageGroupId }) };
    });
    const { Failed } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    // SQS responds with 200 even when it rejects some messages of a batch.
    if (Failed?.length) throw new Error(`The queue rejected ${Failed.length} messages.`);
  }
}
