import * as z from 'zod';
import { DELIVERY_STATUSES } from '../domain/webhooks/webhook-delivery.ts';
import { EVENT_KINDS } from '../events/events.ts';
import { pageFields, time, timeParameter } from './requests.ts';

const webhookFields = {
  url: z.string().min(1).max(2048),
  events: z
    .array(z.enum([...EVENT_KINDS, '*']))
    .min(1, 'Must contain at least one event type.')
    .max(EVENT_KINDS.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, 'Must not contain duplicates.')
    .refine(
      (kinds) => !kinds.includes('*') || kinds.length === 1,
      'Must not combine "*" with other event types.',
    ),
};
const signingSecret = z.string().max(512).optional();

export const WebhookCreate = z.strictObject({ ...webhookFields, secret: signingSecret });

export const WebhookUpdate = z
  .strictObject({ ...webhookFields, status: z.enum(['active', 'paused']) })
  .partial()
  .refine((fields) => Object.keys(fields).length > 0, 'Must contain at least one field.');

export const WebhookRotate = z.strictObject({ secret: signingSecret });

export const WebhookTest = z.strictObject({ event_type: z.enum(EVENT_KINDS) });

export const WebhookRecover = z.strictObject({
  since: time.meta({
    description: 'Recover failed deliveries of events since this time. At most 30 days in the past.',
  }),
  dry_run: z.boolean().default(false).meta({ description: 'Whether to only count the failed deliveries.' }),
});

export const EventsQuery = z.strictObject({
  ...pageFields,
  type: z.enum(EVENT_KINDS).optional(),
  from: timeParameter.optional(),
  to: timeParameter.optional(),
});
export const DeliveriesQuery = z.strictObject({
  ...pageFields,
  status: z.enum(DELIVERY_STATUSES).optional(),
  event_type: z.enum(EVENT_KINDS).optional(),
  from: timeParameter.optional(),
  to: timeParameter.optional(),
});
