import type { Content } from '../../content/rules/content.ts';
import { contentWrites, loadContentState } from '../../content/store/contents.ts';
import { idEntropy } from '../../core/crypto/entropy.ts';
import { commit } from '../../core/table/commit.ts';
import { makeId } from '../../core/values/id.ts';
import { withoutPost, withPosts } from '../rules/queue-posts.ts';
import { syncPost } from '../rules/queued-post.ts';
import { loadQueue, queueWrites } from '../store/queues.ts';

/**
 * Hold a post whose slot has passed in its queue, which is paused: it takes the next slot when the queue resumes. Returns
 * whether it is held. A queue forgets the posts whose slots have passed, so one that was paused later does not have them.
 */
export async function holdInPausedQueue({ workspace_id, id, queue: slot }: Content, nowMs: number): Promise<boolean> {
  const queue = slot && (await loadQueue(workspace_id, slot.id));
  if (!queue?.paused) return false;
  const state = await loadContentState(workspace_id, id);
  const post = { content_id: id, slot_at: slot!.slot_at };
  const held = state && syncPost(state, queue, post, makeId('group', nowMs, idEntropy(10)), nowMs);
  if (!state || !held) return false;
  const { posts } = withoutPost(queue, id);
  await commit([...queueWrites(queue, withPosts(queue, [...posts, post])), ...contentWrites(state, held)]);
  return true;
}
