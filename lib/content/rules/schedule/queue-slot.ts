import type { Content } from '../content.ts';
import { presentTargets } from '../content-targets.ts';
import type { QueueSlot, ScheduleEntry } from '../schedule-entry.ts';

/**
 * Return an item without a slot that it has left: no target has the time of the slot any more, or they are cancelled. A
 * published post keeps its slot.
 */
export function withoutLeftSlot(content: Content): Content {
  const { queue } = content;
  if (!queue) return content;
  const targets = Object.values(presentTargets(content));
  const isIn = targets.some(({ scheduled_at, status }) => scheduled_at === queue.slot_at && status !== 'cancelled');
  return isIn ? content : { ...content, queue: null };
}

/** Return the slot of an item that one of its entries has; null for an entry at another time. */
export function slotOf({ queue }: Pick<Content, 'queue'>, entry: { scheduled_at: string }): QueueSlot | null {
  return queue?.slot_at === entry.scheduled_at ? queue : null;
}

/**
 * Return the slot of an item whose entries move to another time: null for a held one in which no other target waits. What
 * moves is due, and a held slot has no entry that is due.
 */
export function slotAfterMove(content: Content, moved: Pick<ScheduleEntry, 'id'>[]): QueueSlot | null {
  const { queue } = content;
  if (!queue?.held) return queue;
  const ids = new Set(moved.map(({ id }) => id));
  const others = Object.values(presentTargets(content)).filter(({ schedule_id }) => !ids.has(schedule_id));
  const staysIn = others.some(({ status, scheduled_at }) => status === 'pending' && scheduled_at === queue.slot_at);
  return staysIn ? queue : null;
}
