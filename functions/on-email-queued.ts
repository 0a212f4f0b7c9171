import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { isId } from '../lib/domain/id.ts';
import { emitMetric } from '../lib/observability/emit-metric.ts';
import { log } from '../lib/observability/log.ts';
import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { type InvitationEmailMessage, sendInvitationEmail } from '../lib/workers/email/send-invitation-email.ts';

/** Send queued emails. A message that fails is delivered again after the visibility timeout of the queue. */
export const handler = withInvocationDeadline(processMessages);

async function processMessages(event: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body, attributes } of event.Records) {
    try {
      await sendInvitationEmail(parseMessage(JSON.parse(body)), Date.now());
    } catch (error) {
      log.error('email not sent', { message_id: messageId, message_body: body, error: error as Error });
      emitMetric('UnsentEmailAge', (Date.now() - Number(attributes.SentTimestamp)) / 1000);
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

function parseMessage(message: Partial<InvitationEmailMessage> | null): InvitationEmailMessage {
  const { workspace_id, invitation_id, send_count } = message ?? {};
  const isValid =
    isId('workspace', String(workspace_id)) &&
    isId('invitation', String(invitation_id)) &&
    Number.isSafeInteger(send_count);
  if (!isValid) throw new Error('The message does not name an email.');
  return message as InvitationEmailMessage;
}
