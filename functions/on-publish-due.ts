import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { isId } from '../lib/domain/id.ts';
import { log } from '../lib/observability/log.ts';
import { type PublishMessage, processDueEntry } from '../lib/workers/publishing/publish-entry.ts';

/** Woken by a timer with one entry, or by the queue with messages about entries. */
export async function handler(
  event: PublishMessage | SQSEvent,
  context: Context,
): Promise<SQSBatchResponse | undefined> {
  const endsAtMs = Date.now() + context.getRemainingTimeInMillis();
  if (!('Records' in event)) {
    await processDueEntry(checked(event), endsAtMs);
    return undefined;
  }
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body } of event.Records) {
    try {
      await processDueEntry(checked(JSON.parse(body)), endsAtMs);
    } catch (error) {
      log.error('publish worker failed', {
        message_id: messageId,
        message_body: body,
        error: error as Error,
      });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

function checked(wake: Partial<PublishMessage> | null): PublishMessage {
  const { workspace_id, schedule_id } = wake ?? {};
  if (isId('workspace', String(workspace_id)) && isId('entry', String(schedule_id)))
    return wake as PublishMessage;
  throw new Error('This is no message about a schedule entry.');
}
