import * as z from 'zod/mini';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { WEEKDAYS } from '../../rules/queue.ts';

// biome-ignore format: one field per line.
const WeeklySlotResponse = lazyObject(() => ({
  weekday: z.enum(WEEKDAYS).check(z.meta({ description: 'The day of the week on the clock of the zone.', examples: ['monday'] })),
  time: z.string().check(z.meta({ description: 'The time on the clock of the zone.', examples: ['09:00'] })),
  time_zone: z.nullable(z.string()).check(z.meta({ description: 'The IANA time zone of the slot. Null for that of the queue.', examples: [null] })),
}));

// biome-ignore format: one field per line.
export const QueueResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the queue.', examples: ['que_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'The name of the queue.', examples: ['default'] })),
  accounts: z.array(z.string()).check(z.meta({ description: 'The accounts for which an item is queued that names neither platforms nor accounts.', examples: [['acc_01K00000000000000000000000']] })),
  slots: z.array(WeeklySlotResponse()).check(z.describe('The weekly posting times.')),
  time_zone: z.string().check(z.meta({ description: 'The IANA time zone of the slots that name none.', examples: ['Europe/Berlin'] })),
  paused: z.boolean().check(z.meta({ description: 'Whether the queue is paused: its posts are held, and it accepts no others.', examples: [false] })),
  queued: integer().check(z.meta({ description: 'Number of posts that wait for their slots.', examples: [3] })),
  next_free_slots: z.array(z.object({
    slot_at: timestamp().check(z.meta({ description: 'Time of the slot.', examples: ['2026-11-20T08:00:00.000Z'] })),
    local: z.string().check(z.meta({ description: 'The same time on the clock of the queue.', examples: ['2026-11-20T09:00'] })),
  })).check(z.describe('The slots that the next posts take, up to three of the coming 28 days. Empty for a queue that is paused or full.')),
  created_at: timestamp(),
  updated_at: timestamp(),
}));
