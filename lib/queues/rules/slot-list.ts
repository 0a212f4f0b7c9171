import { localTimeAt } from '../../core/values/local-time.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import type { Queue } from './queue.ts';
import { waitingPosts } from './queue-posts.ts';
import { slotTimes } from './slot-times.ts';

export const MAX_LISTED_DAYS = 90;

/** A slot of a queue, free or with the item that has it. */
export interface ListedSlot {
  slot_at: string;
  local: string;
  status: 'free' | 'taken';
  content_id: string | null;
}

/**
 * List the slots of a queue in the next days, in order: the free ones and those of its posts, also of posts whose time is
 * no slot any more. A paused queue begins with the posts that were due during the pause.
 */
export function listSlots(queue: Queue, days: number, nowMs: number): ListedSlot[] {
  const end = formatInstant(nowMs + days * DAY_MS);
  const posts = new Map(waitingPosts(queue, nowMs).map((post) => [post.slot_at, post.content_id]));
  const times = new Set([...posts.keys()].filter((time) => time < end));
  for (const time of slotTimes(queue, nowMs)) {
    if (time >= end) break;
    times.add(time);
  }
  return [...times].sort().map((slot_at) => {
    const content_id = posts.get(slot_at) ?? null;
    const local = localTimeAt(Date.parse(slot_at), queue.time_zone);
    return { slot_at, local, status: content_id === null ? 'free' : 'taken', content_id };
  });
}
