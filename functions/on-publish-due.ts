import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type PublishWake, publishWhenDue } from '../lib/consequences/publishing.ts';
import { isId } from '../lib/domain/id.ts';
import { log } from '../lib/log.ts';

/** Woken by a timer with one entry, or by the queue with messages about entries. */
export async function handler(
  event: PublishWake | SQSEvent,
  context: Context,
): Promise<SQSBatchResponse | undefined> {
  const endsAtMs = Date.now() + context.getRemainingTimeInMillis();
  if (!('Records' in event)) {
    await publishWhenDue(checked(event), endsAtMs);
    return undefined;
  }
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body } of event.Records) {
    try {
      await publishWhenDue(checked(JSON.parse(body)), endsAtMs);
    } catch (error) {
      log.error('entry not looked after', { message_id: messageId, wake: body, error: error as Error });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

function checked(wake: Partial<PublishWake> | null): PublishWake {
  const { workspace_id, schedule_id } = wake ?? {};
  if (isId('workspace', String(workspace_id)) && isId('entry', String(schedule_id)))
    return wake as PublishWake;
  throw new Error('This is no message about a schedule entry.');
}
