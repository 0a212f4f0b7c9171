import * as z from 'zod';
import { EVENT_KINDS } from '../../events/events.ts';

export const webhookFields = {
  url: z.string().min(1).max(2048),
  events: z
    .array(z.enum([...EVENT_KINDS, '*']))
    .min(1, 'Must contain at least one event type.')
    .max(EVENT_KINDS.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, 'Must not contain duplicates.')
    .refine((kinds) => !kinds.includes('*') || kinds.length === 1, 'Must not combine "*" with other event types.')
    .meta({ uniqueItems: true }),
};

export const signingSecret = z.string().max(512).optional();
