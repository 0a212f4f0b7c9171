import type { SQSEvent } from 'aws-lambda';
import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { isNotification, parseMediaMessage } from '../lib/workers/media/media-message.ts';
import { processMedia } from '../lib/workers/media/process-media.ts';
import { queueMedia } from '../lib/workers/media/queue-media.ts';
import { processInTurn } from '../lib/workers/message-batch.ts';

/**
 * Inspect the files that workers announce. A notification of the bucket is sent again first, in the group of its workspace,
 * so that the uploads of one workspace do not delay those of another.
 */
export const handler = withInvocationDeadline((event: SQSEvent) =>
  processInTurn(event, 'media not processed', async ({ body, attributes }) => {
    const message = JSON.parse(body);
    const places = parseMediaMessage(message);
    if (isNotification(message)) return queueMedia(places);
    for (const place of places) await processMedia(place, Number(attributes.ApproximateReceiveCount));
  }),
);
