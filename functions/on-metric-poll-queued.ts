import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { isId } from '../lib/domain/id.ts';
import { isPlatform } from '../lib/domain/platform.ts';
import { log } from '../lib/observability/log.ts';
import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { type PollMessage, pollPostMetrics } from '../lib/workers/metrics/poll-metrics.ts';

/** Poll the metrics of queued posts. A message names posts of one account. */
export const handler = withInvocationDeadline(processMessages);

async function processMessages(event: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body } of event.Records) {
    try {
      await pollPostMetrics(parseMessage(JSON.parse(body)));
    } catch (error) {
      log.error('metric poll failed', { message_id: messageId, message_body: body, error: error as Error });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

function parseMessage(message: Partial<PollMessage> | null): PollMessage {
  const { workspace_id, platform, ids } = message ?? {};
  const isValid =
    isId('workspace', String(workspace_id)) &&
    isPlatform(String(platform)) &&
    Array.isArray(ids) &&
    ids.every((id) => isId('entry', String(id)));
  if (!isValid) throw new Error('The message does not name posts to poll.');
  return message as PollMessage;
}
