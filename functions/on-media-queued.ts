import type { SQSEvent } from 'aws-lambda';
import { processInTurn } from '../lib/core/queue/message-batch.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';
import { isNotification, parseMediaMessage } from '../lib/media/workers/media-message.ts';
import { processMedia } from '../lib/media/workers/process-media.ts';
import { queueMedia } from '../lib/media/workers/queue-media.ts';

/**
 * Inspect the files that workers announce. A notification of the bucket is sent again first, in the group of its workspace,
 * so that the uploads of one workspace do not delay those of another.
 */
export const handler = withInvocationDeadline((event: SQSEvent) =>
  processInTurn(event, 'media not processed', async ({ body, attributes }) => {
    const message = JSON.parse(body);
    const messages = parseMediaMessage(message);
    if (isNotification(message)) return queueMedia(messages);
    for (const media of messages) await processMedia(media, Number(attributes.ApproximateReceiveCount));
  }),
);
