import { MAX_POSTS_PER_POLL } from '../../domain/analytics/post-metrics.ts';
import { log } from '../../observability/log.ts';
import { listDuePostMetricsKeys, loadPostMetrics } from '../../table/post-metrics.ts';
import { metricPollQueueUrl, type QueuedMessage, sendBatchToGroups } from '../sqs.ts';
import type { PollMessage } from './poll-metrics.ts';

export const MAX_POSTS_PER_RUN = 20_000;
// So many are in memory at a time.
const LOAD_BATCH_SIZE = 5_000;
// Within the function's five minutes: what a run does not get to is due again in the next.
const MAX_RUN_MS = 270_000;

/**
 * Finds the posts whose numbers are due, oldest first, and hands them out to be read: a message for every account
 * and as many of its posts as its platform answers at once. Nothing is marked as handed out: whoever reads says
 * when a post is due next, and a second message about it finds that nothing is.
 */
export async function enqueueDuePolls(nowMs: number): Promise<void> {
  const keys = await listDuePostMetricsKeys(new Date(nowMs).toISOString(), MAX_POSTS_PER_RUN);
  // The posts of a workspace stay together, so that its accounts are not asked in pieces.
  const workspaces = [...Map.groupBy(keys, ({ pk }) => pk).values()];
  let handedOut = 0;
  for (let start = 0; start < workspaces.length; ) {
    const part: typeof keys = [];
    while (start < workspaces.length && part.length < LOAD_BATCH_SIZE) part.push(...workspaces[start++]!);
    if (Date.now() - nowMs > MAX_RUN_MS) {
      log.warn('run time limit reached', {
        due: keys.length,
        enqueued: handedOut,
      });
      return;
    }
    const { records, skipped } = await loadPostMetrics(part);
    if (skipped > 0) log.error('skipped items with newer schema', { entity: 'PostMetrics', skipped });
    const groups = Map.groupBy(records, (each) => `${each.workspace_id}\n${each.platform}`);
    await sendBatchToGroups(metricPollQueueUrl(), [...groups.values()].flatMap(toPollMessages));
    handedOut += records.length;
  }
}

/** Posts of one account, as messages. They are told apart by platform, so that a slow one does not hold up others. */
function toPollMessages(posts: { id: string; workspace_id: string; platform: PollMessage['platform'] }[]) {
  const { workspace_id, platform } = posts[0]!;
  const messages: QueuedMessage[] = [];
  for (let start = 0; start < posts.length; start += MAX_POSTS_PER_POLL[platform]) {
    const ids = posts.slice(start, start + MAX_POSTS_PER_POLL[platform]).map(({ id }) => id);
    const message: PollMessage = { workspace_id, platform, ids };
    messages.push({ message, messageGroupId: platform });
  }
  return messages;
}
