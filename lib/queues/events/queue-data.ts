import { pick } from '../../core/values/pick.ts';
import type { Queue } from '../rules/queue.ts';

/** Build what events tell about a queue. */
export function toQueueData(queue: Queue): Record<string, unknown> {
  return { queue_id: queue.id, ...pick(queue, 'name', 'paused'), queued: queue.posts.length };
}

/** The sample of an event about a queue. */
export const SAMPLE_QUEUE_DATA = {
  queue_id: 'que_01K00000000000000000000000',
  name: 'default',
  paused: true,
  queued: 3,
};
