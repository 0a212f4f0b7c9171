import type { SQSEvent } from 'aws-lambda';
import { parseEmailMessage } from '../lib/app/email/email-message.ts';
import { sendQueuedEmail } from '../lib/app/email/send-queued-email.ts';
import { emitMetric } from '../lib/core/observability/emit-metric.ts';
import { processInTurn } from '../lib/core/queue/message-batch.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';

/** Send queued emails. A message that fails is delivered again after the visibility timeout of the queue. */
export const handler = withInvocationDeadline((event: SQSEvent) =>
  processInTurn(event, 'email not sent', async ({ body, attributes }) => {
    try {
      await sendQueuedEmail(parseEmailMessage(JSON.parse(body)), Date.now());
    } catch (error) {
      emitMetric('UnsentEmailAge', (Date.now() - Number(attributes.SentTimestamp)) / 1000);
      throw error;
    }
  }),
);
