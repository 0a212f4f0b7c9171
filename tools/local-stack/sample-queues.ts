import type { Write } from '../../lib/core/table/commit.ts';
import { newQueue, type WeeklySlot } from '../../lib/queues/rules/queue.ts';
import { newQueueWrites } from '../../lib/queues/store/queues.ts';

const SLOTS: WeeklySlot[] = [
  { weekday: 'monday', time: '09:00' },
  { weekday: 'thursday', time: '17:30' },
];

/** Build two queues without posts: one to be read and changed, and one to be deleted. */
export function queueSamples(workspaceId: string, [used, toDelete]: [string, string], nowMs: number): Write[] {
  const queueOf = (id: string, name: string) =>
    newQueue({ name, accounts: [], slots: SLOTS, time_zone: 'Europe/Berlin' }, { id, workspaceId }, nowMs);
  return [queueOf(used, 'default'), queueOf(toDelete, 'old')].flatMap((queue) => newQueueWrites(queue).slice(0, 2));
}
