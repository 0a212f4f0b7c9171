import { ConflictError } from '../../core/retry/conflict.ts';
import { splitIntoTransactions } from '../../core/stream/transactions.ts';
import { commit, mergeIncrements, tryCommit, type Write } from '../../core/table/commit.ts';
import type { MetricsDelta, PostMetrics } from '../rules/post-metrics.ts';
import { bucketWrites } from '../store/metric-buckets.ts';
import { loadPostMetrics, postMetricsKeys, postMetricsWrite } from '../store/post-metrics.ts';

/** The poll of a post: the post as it was read, as it is afterwards, and the difference between the two. */
export type Poll = { post: PostMetrics; measurement: PostMetrics; delta: MetricsDelta };

const MAX_TRANSACTION_ITEMS = 100;

/**
 * Save polls of one workspace. A poll and its addition to the sums are one transaction on the condition that the post is
 * unchanged, so every poll is in the sums exactly once. The polls of a batch change the same sums, so they share
 * transactions. When one of them cannot be saved, the others are saved without it. Returns the posts that were saved, and
 * the errors; a post that another worker has polled is in neither.
 */
export async function savePolls(polls: Poll[]): Promise<{ saved: PostMetrics[]; failures: unknown[] }> {
  const saved: PostMetrics[] = [];
  const failures: unknown[] = [];
  for (const part of splitIntoTransactions(polls, ({ delta }) => bucketWrites(delta), MAX_TRANSACTION_ITEMS)) {
    try {
      await commit(toWrites(part));
      saved.push(...part.map(({ post }) => post));
    } catch (error) {
      for (const poll of part) {
        const isSaved = tryCommit(toWrites([poll])).catch((failure) => {
          failures.push(failure);
          return false;
        });
        // After another error than a conflict, the transaction may have been applied.
        if ((await isSaved) || (!(error instanceof ConflictError) && (await isStored(poll)))) saved.push(poll.post);
      }
    }
  }
  return { saved, failures };
}

/** Return whether a poll is what its post has; false while the table does not answer. */
async function isStored({ post, measurement }: Poll): Promise<boolean> {
  const { records } = await loadPostMetrics(postMetricsKeys(post.workspace_id, [post.id])).catch(() => ({
    records: [],
  }));
  return records.some(({ version, measured_at }) => {
    return version === post.version + 1 && measured_at === measurement.measured_at;
  });
}

function toWrites(polls: Poll[]): Write[] {
  return [
    ...polls.map(({ post, measurement }) => postMetricsWrite(post, measurement)),
    ...mergeIncrements(polls.flatMap(({ delta }) => bucketWrites(delta))),
  ];
}
