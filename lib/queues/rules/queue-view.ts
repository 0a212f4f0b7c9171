import { localTimeAt } from '../../core/values/local-time.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { MAX_QUEUED_POSTS, type Queue } from './queue.ts';
import { waitingPosts } from './queue-posts.ts';
import { slotTimes } from './slot-times.ts';

const MAX_FREE_SLOTS = 3;
const FREE_SLOT_DAYS = 28;

/** Return the queue as the API shows it. */
export function toQueueView(queue: Queue, nowMs: number): Record<string, unknown> {
  const { id, name, accounts, slots, time_zone, paused, created_at, updated_at } = queue;
  return {
    ...{ id, name, accounts },
    slots: slots.map(({ weekday, time, time_zone = null }) => ({ weekday, time, time_zone })),
    ...{ time_zone, paused, queued: waitingPosts(queue, nowMs).length },
    next_free_slots: nextFreeSlots(queue, nowMs),
    ...{ created_at, updated_at },
  };
}

/** List the slots that the next posts take: none of a queue that accepts no post, because it is paused or full. */
function nextFreeSlots(queue: Queue, nowMs: number): { slot_at: string; local: string }[] {
  const waiting = waitingPosts(queue, nowMs);
  if (queue.paused || waiting.length >= MAX_QUEUED_POSTS) return [];
  const taken = new Set(waiting.map(({ slot_at }) => slot_at));
  const end = formatInstant(nowMs + FREE_SLOT_DAYS * DAY_MS);
  const free: { slot_at: string; local: string }[] = [];
  for (const slot_at of slotTimes(queue, nowMs)) {
    if (slot_at >= end || free.length === MAX_FREE_SLOTS) break;
    if (!taken.has(slot_at)) free.push({ slot_at, local: localTimeAt(Date.parse(slot_at), queue.time_zone) });
  }
  return free;
}
