import * as z from 'zod/mini';
import { EVENT_KINDS } from '../../events/events.ts';

// biome-ignore format: one field per line.
export const webhookFields = {
  url: z.string().check(z.minLength(1), z.maxLength(2048), z.meta({ description: 'The URL that receives events. Must use https and a public host.', examples: ['https://example.com/hooks'] })),
  events: z.array(z.enum([...EVENT_KINDS, '*'])).check(
    z.minLength(1, 'Must contain at least one event type.'),
    z.maxLength(EVENT_KINDS.length),
    z.refine((kinds) => new Set(kinds).size === kinds.length, 'Must not contain duplicates.'),
    z.refine((kinds) => !kinds.includes('*') || kinds.length === 1, 'Must not combine "*" with other event types.'),
    z.meta({ uniqueItems: true }),
  ),
};

export const signingSecret = z.optional(z.string().check(z.maxLength(512)));
