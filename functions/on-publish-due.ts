import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processInTurn } from '../lib/core/queue/message-batch.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';
import { isId } from '../lib/core/values/id.ts';
import { type PublishMessage, processDueEntry } from '../lib/publishing/steps/publish-entry.ts';

/** Process due entries. Invoked by the publish queue, or with one entry by `npm run invoke`. */
export const handler = withInvocationDeadline(processEvent);

async function processEvent(event: PublishMessage | SQSEvent, context: Context): Promise<SQSBatchResponse | undefined> {
  const endsAtMs = Date.now() + context.getRemainingTimeInMillis();
  const processEntry = (message: PublishMessage) => processDueEntry(parseMessage(message), endsAtMs);
  if ('Records' in event)
    return processInTurn(event, 'publish worker failed', ({ body }) => processEntry(JSON.parse(body)));
  await processEntry(event);
  return undefined;
}

function parseMessage(message: Partial<PublishMessage> | null): PublishMessage {
  const { workspace_id, schedule_id } = message ?? {};
  if (isId('workspace', String(workspace_id)) && isId('entry', String(schedule_id))) return message as PublishMessage;
  throw new Error('The message does not name a schedule entry.');
}
