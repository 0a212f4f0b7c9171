import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';

/** The slot of a queue in which an item is published. */
// biome-ignore format: one field per line.
export const QueueSlotResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the queue.', examples: ['que_01K00000000000000000000000'] })),
  slot_at: timestamp().check(z.meta({ description: 'Time of the slot.', examples: ['2026-11-20T09:30:00.000Z'] })),
  held: z.boolean().check(z.meta({ description: 'Whether the queue is paused, so that the pending entries of the slot are not published. When it resumes, they take the next slots.', examples: [false] })),
}));
