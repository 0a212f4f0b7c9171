import type { SQSEvent } from 'aws-lambda';
import { ingestFromPlatform } from '../lib/analytics/steps/ingest-platform-engagements.ts';
import { pollEngagements } from '../lib/analytics/workers/poll-engagements.ts';
import { type PollMessage, pollPostMetrics } from '../lib/analytics/workers/poll-metrics.ts';
import { processInTurn } from '../lib/core/queue/message-batch.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';
import { isId } from '../lib/core/values/id.ts';
import { isPlatform } from '../lib/platforms/platform.ts';

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
