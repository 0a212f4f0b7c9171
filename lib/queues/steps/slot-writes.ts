import type { ItemSlot } from '../../content/planning/item-plan.ts';
import type { Content } from '../../content/rules/content.ts';
import { withoutLeftSlot } from '../../content/rules/schedule/queue-slot.ts';
import type { Write } from '../../core/table/commit.ts';
import { withoutPost } from '../rules/queue-posts.ts';
import { loadQueue, queueWrites } from '../store/queues.ts';

/**
 * Build the writes of the queues of an item that changes: that of the slot it has claimed, and that which releases the
 * slot it leaves. `after` is null for an item that is deleted.
 */
export async function slotWrites(
  before: Content | null,
  after: Content | null,
  slot: ItemSlot | null = null,
): Promise<Write[]> {
  const left = before?.queue?.id;
  const kept = after && withoutLeftSlot(after).queue?.id;
  const claimed = slot?.writes ?? [];
  if (!before || left === undefined || left === kept) return claimed;
  const queue = await loadQueue(before.workspace_id, left);
  const released = queue && withoutPost(queue, before.id);
  return queue && released && released !== queue ? [...claimed, ...queueWrites(queue, released)] : claimed;
}
