import type { ContentState } from '../../content/rules/content.ts';
import { recomputeFromEntries } from '../../content/rules/content-state.ts';
import { moveEntries } from '../../content/rules/schedule/scheduling.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { Queue, QueuedPost } from './queue.ts';
import { localTimeOfSlot } from './slot-times.ts';

/**
 * Bring the entries of an item to the state of its queue: held without a due time while it is paused, or due at its slot.
 * Returns `state` itself when they have it, and null when the item is not in the queue, or has nothing pending in it any
 * more.
 */
export function syncPost(
  state: ContentState,
  queue: Pick<Queue, 'id' | 'paused' | 'slots' | 'time_zone'>,
  { slot_at }: QueuedPost,
  groupId: string,
  nowMs: number,
): ContentState | null {
  const { content, entries } = state;
  const slot = content.queue;
  if (slot?.id !== queue.id) return null;
  const pending = entries.filter((entry) => entry.state === 'pending' && entry.scheduled_at === slot.slot_at);
  if (pending.length === 0) return null;
  const isMoved = slot.slot_at !== slot_at;
  const move = () => moveEntries(content, pending, slot_at, groupId, nowMs, localTimeOfSlot(queue, slot_at));
  if (queue.paused) {
    // A queue can be paused before its posts have moved: another post has the former slot of this one.
    const placed = isMoved && !slot.held ? move() : { content, entries: pending };
    const held = placed.entries.map((entry) => ({ ...entry, due_at: null }));
    const changed = recomputeFromEntries(placed.content, held, [], formatInstant(nowMs));
    const placedAt = slot.held ? slot.slot_at : slot_at;
    return { content: { ...changed, queue: { id: slot.id, slot_at: placedAt, held: true } }, entries: held };
  }
  if (!slot.held && !isMoved) return state;
  const moved = move();
  return { ...moved, content: { ...moved.content, queue: { id: queue.id, slot_at, held: false } } };
}
