import type { EventModule } from '../../core/events/event-module.ts';
import { queueEntity } from '../entities/queues.ts';
import type { Queue } from '../rules/queue.ts';
import { SAMPLE_QUEUE_DATA, toQueueData } from './queue-data.ts';
import type { QueueParts } from './schema-parts.ts';

/** `queue.paused`. */
export const queuePaused = {
  description: 'A queue was paused. Its posts are held within seconds. `data` is the queue.',
  schema: ({ z, QueueData }) => QueueData.check(z.describe('The queue.')),
  sample: SAMPLE_QUEUE_DATA,
  permission: 'content:read',
  source: queueEntity,
  on: 'write',
  derive: (before, after) =>
    before !== null && !before.paused && after.paused
      ? [{ dedupKey: `${after.id}/paused/${after.version}`, timestamp: after.updated_at, data: toQueueData(after) }]
      : [],
} satisfies EventModule<Queue, QueueParts>;
