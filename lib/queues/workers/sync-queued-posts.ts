import { contentWrites, loadContentState } from '../../content/store/contents.ts';
import { idEntropy } from '../../core/crypto/entropy.ts';
import type { StepJob } from '../../core/queue/step-job.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit, type Write } from '../../core/table/commit.ts';
import { makeId } from '../../core/values/id.ts';
import { hasPostsBehind, type Queue, type QueuedPost } from '../rules/queue.ts';
import { syncPost } from '../rules/queued-post.ts';
import { loadQueue, queueWrites } from '../store/queues.ts';

/** Posts of one step, and the writes of its transaction: at most 100, with one of the queue, and 4 MB. */
const MAX_POSTS = 20;
const MAX_WRITES = 99;
const MAX_BYTES = 3_000_000;

/**
 * A step of a pause, a resume or a move in a queue: bring its next posts, soonest first, to the state of the queue. The
 * queue changes in the same transaction, so a step never applies an earlier state of it.
 */
export const queueJob: StepJob<Queue> = {
  load: loadQueue,
  run: (found, nowMs) =>
    retryOnConflict(RETRY_POLICIES.scheduleEntry, async (attempt) => {
      const queue = attempt === 1 ? found : await loadQueue(found.workspace_id, found.id);
      return queue && hasPostsBehind(queue) ? syncNext(queue, nowMs) : {};
    }),
};

async function syncNext(queue: Queue, nowMs: number): Promise<object> {
  const writes: Write[] = [];
  const synced = new Set<QueuedPost>();
  const gone = new Set<QueuedPost>();
  let bytes = 0;
  for (const post of queue.posts.filter(({ is_behind }) => is_behind).slice(0, MAX_POSTS)) {
    const state = await loadContentState(queue.workspace_id, post.content_id);
    const groupId = makeId('group', nowMs, idEntropy(10));
    const next = state && syncPost(state, queue, post, groupId, nowMs);
    const added = state && next && next !== state ? contentWrites(state, next) : [];
    bytes += Buffer.byteLength(JSON.stringify(added));
    if (writes.length > 0 && (writes.length + added.length > MAX_WRITES || bytes > MAX_BYTES)) break;
    writes.push(...added);
    (next ? synced : gone).add(post);
  }
  const posts = queue.posts
    .filter((post) => !gone.has(post))
    .map((post) => (synced.has(post) ? { content_id: post.content_id, slot_at: post.slot_at } : post));
  await commit([...queueWrites(queue, { ...queue, posts }), ...writes]);
  return { posts: synced.size, removed: gone.size };
}
