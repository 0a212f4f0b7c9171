import type { Content } from '../../content/rules/content.ts';
import { loadContent } from '../../content/store/contents.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import { withoutPost } from '../rules/queue-posts.ts';
import { loadQueue, queueWrites } from '../store/queues.ts';

/**
 * Release the slot of an item that has left its queue by a change of the service, such as the removal of its account. After
 * a request, which releases it in its transaction, there is nothing left to do.
 */
export async function onQueuedContentChanged(before: Content | null, after: Content | null): Promise<void> {
  const left = before?.queue?.id;
  if (!before || left === undefined || left === after?.queue?.id) return;
  await retryOnConflict(RETRY_POLICIES.scheduleEntry, async () => {
    const { workspace_id, id } = before;
    const queue = await loadQueue(workspace_id, left);
    // After the queue: an item that comes back later changes the queue, which is then a conflict.
    const content = queue && (await loadContent(workspace_id, id));
    if (!queue || content?.queue?.id === left) return;
    const released = withoutPost(queue, id);
    if (released !== queue) await commit(queueWrites(queue, released));
  });
}
