import * as z from 'zod/mini';
import { distinct } from '../../../core/api/request-fields.ts';
import { EVENT_KINDS } from '../../events/events.ts';

// biome-ignore format: one field per line.
export const webhookFields = {
  url: z.string().check(z.minLength(1), z.maxLength(2048), z.meta({ description: 'The URL that receives events. Must use https and a public host.', examples: ['https://example.com/hooks'] })),
  events: distinct(z.enum([...EVENT_KINDS, '*']), EVENT_KINDS.length).check(
    z.minLength(1, 'Must contain at least one event type.'),
    z.refine((kinds) => !kinds.includes('*') || kinds.length === 1, 'Must not combine "*" with other event types.'),
  ),
};

export const signingSecret = z.optional(z.string().check(z.maxLength(512)));
