import type { SQSEvent } from 'aws-lambda';
import { isId } from '../lib/domain/id.ts';
import { isPlatform } from '../lib/domain/platform.ts';
import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { processInTurn } from '../lib/workers/message-batch.ts';
import { type PollMessage, pollPostMetrics } from '../lib/workers/metrics/poll-metrics.ts';

/** Poll the metrics of queued posts. A message names posts of one account. */
export const handler = withInvocationDeadline((event: SQSEvent) =>
  processInTurn(event, 'metric poll failed', ({ body }) => pollPostMetrics(parseMessage(JSON.parse(body)))),
);

function parseMessage(message: Partial<PollMessage> | null): PollMessage {
  const { workspace_id, platform, account_id, ids } = message ?? {};
  const isValid =
    isId('workspace', String(workspace_id)) &&
    isPlatform(String(platform)) &&
    isId('account', String(account_id)) &&
    Array.isArray(ids) &&
    ids.every((id) => isId('entry', String(id)));
  if (!isValid) throw new Error('The message does not name posts to poll.');
  return message as PollMessage;
}
