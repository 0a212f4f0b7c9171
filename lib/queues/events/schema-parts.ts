import * as z from 'zod/mini';
import type { SchemaParts } from '../../core/events/schema-parts.ts';

/** Building blocks of the schemas of events about queues. Only the OpenAPI document and the tests import it as a value. */
// biome-ignore format: one field per line.
export const QUEUE_PARTS = {
  QueueData: z.object({
    queue_id: z.string().check(z.meta({ description: 'The id of the queue.', examples: ['que_01K00000000000000000000000'] })),
    name: z.string().check(z.meta({ description: 'The name of the queue.', examples: ['default'] })),
    paused: z.boolean().check(z.meta({ description: 'Whether the queue is paused.', examples: [true] })),
    queued: z.int().check(z.meta({ description: 'Number of posts that wait for their slots.', examples: [3] })),
  }),
};

export type QueueParts = typeof QUEUE_PARTS & SchemaParts;
