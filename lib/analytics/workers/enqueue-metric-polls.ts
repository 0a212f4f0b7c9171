import { log } from '../../core/observability/log.ts';
import { queueUrl, sendBatch } from '../../core/queue/sqs.ts';
import { readableRecords, splitIntoParts } from '../../core/stream/batches.ts';
import { PLATFORM_TABLE } from '../../platforms/facts/platforms.ts';
import { listDuePostMetricsKeys, loadPollTargets, type PollTarget } from '../store/post-metrics.ts';
import type { PollMessage } from './poll-metrics.ts';

export const MAX_POSTS_PER_RUN = 20_000;
// Limits how many posts are in memory.
const LOAD_BATCH_SIZE = 5_000;
// Less than the function's timeout of five minutes. The remaining posts are due in the next run.
const MAX_RUN_MS = 270_000;

/**
 * Queue the posts whose metrics poll is due, oldest first: one message per account and batch of posts that its
 * platform accepts in one request. The posts are not marked as queued: polling sets their next due time, and a
 * second message finds nothing due.
 */
export async function enqueueDuePolls(nowMs: number): Promise<void> {
  const keys = await listDuePostMetricsKeys(new Date(nowMs).toISOString(), MAX_POSTS_PER_RUN);
  // Keeps the posts of a workspace together, so that each account has as few messages as possible.
  const workspaces = [...Map.groupBy(keys, ({ pk }) => pk).values()];
  let enqueued = 0;
  for (let start = 0; start < workspaces.length; ) {
    const part: typeof keys = [];
    while (start < workspaces.length && part.length < LOAD_BATCH_SIZE) part.push(...workspaces[start++]!);
    if (Date.now() - nowMs > MAX_RUN_MS) return log.warn('run time limit reached', { due: keys.length, enqueued });
    const posts = readableRecords('PostMetrics', await loadPollTargets(part));
    const accounts = Map.groupBy(posts, ({ workspace_id, account_id }) => `${workspace_id}\n${account_id}`);
    // Grouped by platform: a slow platform delays only its own messages.
    const messages = [...accounts.values()].flatMap(toPollMessages);
    await sendBatch(queueUrl('METRIC_POLL'), messages, { groupOf: ({ platform }) => platform });
    enqueued += posts.length;
  }
}

/** Return the messages for the posts of one account. */
function toPollMessages(posts: PollTarget[]): PollMessage[] {
  const { workspace_id, platform, account_id } = posts[0]!;
  if (account_id === null) return [];
  const ids = posts.map(({ id }) => id);
  const { maxPostsPerPoll = ids.length } = PLATFORM_TABLE[platform].metrics ?? {};
  return splitIntoParts(ids, maxPostsPerPoll).map((part) => ({ workspace_id, platform, account_id, ids: part }));
}
