import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { isId } from '../lib/domain/id.ts';
import { log } from '../lib/observability/log.ts';
import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { type PublishMessage, processDueEntry } from '../lib/workers/publishing/publish-entry.ts';

/** Process due entries. Invoked by the publish queue, or with one entry by `npm run invoke`. */
export const handler = withInvocationDeadline(processEvent);

async function processEvent(event: PublishMessage | SQSEvent, context: Context): Promise<SQSBatchResponse | undefined> {
  const endsAtMs = Date.now() + context.getRemainingTimeInMillis();
  if (!('Records' in event)) {
    await processDueEntry(parseMessage(event), endsAtMs);
    return undefined;
  }
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body } of event.Records) {
    try {
      await processDueEntry(parseMessage(JSON.parse(body)), endsAtMs);
    } catch (error) {
      log.error('publish worker failed', { message_id: messageId, message_body: body, error: error as Error });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

function parseMessage(message: Partial<PublishMessage> | null): PublishMessage {
  const { workspace_id, schedule_id } = message ?? {};
  if (isId('workspace', String(workspace_id)) && isId('entry', String(schedule_id))) return message as PublishMessage;
  throw new Error('The message does not name a schedule entry.');
}
