import type { SQSEvent } from 'aws-lambda';
import { type EmailMessage, parseEmailMessage } from '../lib/app/stream/email-message.ts';
import { sendApprovalRequest, sendReminder } from '../lib/content/workers/send-approval-emails.ts';
import { emitMetric } from '../lib/core/observability/emit-metric.ts';
import { processInTurn } from '../lib/core/queue/message-batch.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';
import { sendInvitationEmail } from '../lib/identity/workers/send-invitation-email.ts';
import { sendSignInEmails } from '../lib/identity/workers/send-sign-in-emails.ts';

/** Send queued emails. A message that fails is delivered again after the visibility timeout of the queue. */
export const handler = withInvocationDeadline((event: SQSEvent) =>
  processInTurn(event, 'email not sent', async ({ body, attributes }) => {
    try {
      await send(parseEmailMessage(JSON.parse(body)), Date.now());
    } catch (error) {
      emitMetric('UnsentEmailAge', (Date.now() - Number(attributes.SentTimestamp)) / 1000);
      throw error;
    }
  }),
);

function send(message: EmailMessage, nowMs: number): Promise<void> {
  if (message.kind === 'invitation') return sendInvitationEmail(message, nowMs);
  if (message.kind === 'sign_in') return sendSignInEmails(message, nowMs);
  return message.kind === 'approval_request' ? sendApprovalRequest(message, nowMs) : sendReminder(message, nowMs);
}
