import type { SQSEvent } from 'aws-lambda';
import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { parseMediaMessage } from '../lib/workers/media/media-message.ts';
import { processMedia } from '../lib/workers/media/process-media.ts';
import { processInTurn } from '../lib/workers/message-batch.ts';

/** Inspect the files that the bucket and the stream worker announce. */
export const handler = withInvocationDeadline((event: SQSEvent) =>
  processInTurn(event, 'media not processed', async ({ body, attributes }) => {
    const attempt = Number(attributes.ApproximateReceiveCount);
    for (const place of parseMediaMessage(JSON.parse(body))) await processMedia(place, attempt);
  }),
);
