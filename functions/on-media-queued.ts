import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { processHeld } from '../lib/core/queue/held-message.ts';
import { processInTurn } from '../lib/core/queue/message-batch.ts';
import { queueUrl } from '../lib/core/queue/sqs.ts';
import { inspectionDelaySeconds } from '../lib/core/retry/back-off.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';
import { inspectInTurn } from '../lib/media/workers/inspect-in-turn.ts';
import { isNotification, parseMediaMessage } from '../lib/media/workers/media-message.ts';
import { queueMedia } from '../lib/media/workers/queue-media.ts';

/**
 * Inspect the files that workers announce. After an inspection that ends the process, SQS delivers the message again
 * within half a minute. A notification of the bucket is sent again first, in the group of its workspace,
 * so that the uploads of one workspace do not delay those of another; few files of a workspace are inspected at once.
 */
export const handler = withInvocationDeadline((event: SQSEvent) =>
  processInTurn(event, 'media not processed', (message) => {
    const attempt = Number(message.attributes.ApproximateReceiveCount);
    return processHeld(queueUrl('MEDIA'), message, inspectionDelaySeconds(attempt), () => process(message, attempt));
  }),
);

async function process({ body }: SQSRecord, attempt: number): Promise<void> {
  const message = JSON.parse(body);
  const messages = parseMediaMessage(message);
  if (isNotification(message)) return queueMedia(messages);
  for (const media of messages) await inspectInTurn(media, attempt);
}
