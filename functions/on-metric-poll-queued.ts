import type { SQSEvent } from 'aws-lambda';
import { isId } from '../lib/domain/id.ts';
import { isPlatform } from '../lib/domain/platform.ts';
import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { ingestFromPlatform } from '../lib/use-cases/ingest-platform-engagements.ts';
import { processInTurn } from '../lib/workers/message-batch.ts';
import { pollEngagements } from '../lib/workers/metrics/poll-engagements.ts';
import { type PollMessage, pollPostMetrics } from '../lib/workers/metrics/poll-metrics.ts';

/** Poll the metrics of queued posts, and the comments of their account. A message names posts of one account. */
export const handler = withInvocationDeadline((event: SQSEvent) =>
  processInTurn(event, 'metric poll failed', async ({ body }) => {
    const message = parseMessage(JSON.parse(body));
    const access = await pollPostMetrics(message);
    await pollEngagements(message, access, async (engagements, account) => {
      const request = `poll of ${account.id}`;
      await ingestFromPlatform(engagements, { ...account, account_id: account.id }, { nowMs: Date.now(), request });
    });
  }),
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
