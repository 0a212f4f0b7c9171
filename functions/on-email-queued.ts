import type { SQSEvent } from 'aws-lambda';
import { isId } from '../lib/domain/id.ts';
import { emitMetric } from '../lib/observability/emit-metric.ts';
import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { type InvitationEmailMessage, sendInvitationEmail } from '../lib/workers/email/send-invitation-email.ts';
import { processInTurn } from '../lib/workers/message-batch.ts';

/** Send queued emails. A message that fails is delivered again after the visibility timeout of the queue. */
export const handler = withInvocationDeadline((event: SQSEvent) =>
  processInTurn(event, 'email not sent', async ({ body, attributes }) => {
    try {
      await sendInvitationEmail(parseMessage(JSON.parse(body)), Date.now());
    } catch (error) {
      emitMetric('UnsentEmailAge', (Date.now() - Number(attributes.SentTimestamp)) / 1000);
      throw error;
    }
  }),
);

function parseMessage(message: Partial<InvitationEmailMessage> | null): InvitationEmailMessage {
  const { workspace_id, invitation_id, send_count } = message ?? {};
  const isValid =
    isId('workspace', String(workspace_id)) &&
    isId('invitation', String(invitation_id)) &&
    Number.isSafeInteger(send_count);
  if (!isValid) throw new Error('The message does not name an email.');
  return message as InvitationEmailMessage;
}
