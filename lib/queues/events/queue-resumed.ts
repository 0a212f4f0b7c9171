import type { EventModule } from '../../core/events/event-module.ts';
import { queueEntity } from '../entities/queues.ts';
import type { Queue } from '../rules/queue.ts';
import { SAMPLE_QUEUE_DATA, toQueueData } from './queue-data.ts';
import type { QueueParts } from './schema-parts.ts';

/** `queue.resumed`. */
export const queueResumed = {
  description:
    'A queue was resumed. Its posts take the next slots, each with a `content.scheduled` event. `data` is the queue.',
  schema: ({ z, QueueData }) => QueueData.check(z.describe('The queue.')),
  sample: { ...SAMPLE_QUEUE_DATA, paused: false },
  permission: 'content:read',
  source: queueEntity,
  on: 'write',
  derive: (before, after) =>
    before?.paused && !after.paused
      ? [{ dedupKey: `${after.id}/resumed/${after.version}`, timestamp: after.updated_at, data: toQueueData(after) }]
      : [],
} satisfies EventModule<Queue, QueueParts>;
