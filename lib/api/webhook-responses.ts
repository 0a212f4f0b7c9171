import * as z from 'zod';
import { DELIVERY_STATUSES } from '../domain/webhooks/webhook-delivery.ts';
import { ENDPOINT_STATUSES } from '../domain/webhooks/webhook-endpoint.ts';
import { EVENT_KINDS } from '../events/events.ts';
import { count, Pagination, time } from './responses.ts';

const eventKinds = z.array(z.enum([...EVENT_KINDS, '*']));
const endpointStatus = z.enum(ENDPOINT_STATUSES);

export const WebhookCreateResponse = z.object({
  webhook_id: z.string(),
  url: z.string(),
  status: endpointStatus,
  events: eventKinds,
  created_at: time,
  secret: z.string().optional().meta({
    description: 'The generated signing secret. Returned once, and only if the request did not provide one.',
  }),
});

export const WebhookResponse = z.object({
  id: z.string(),
  url: z.string(),
  events: eventKinds,
  status: endpointStatus,
  created_at: time,
  updated_at: time,
  paused_reason: z.enum(['owner', 'plan']).nullable(),
  disabled_reason: z.string().nullable(),
  failing_since: time.nullable().meta({ description: 'Time since which every delivery attempt has failed.' }),
  warned_at: time.nullable().meta({ description: 'Time the owner was warned that all deliveries fail.' }),
  disables_at: time
    .nullable()
    .meta({ description: 'Time after which another failed attempt disables the endpoint.' }),
});

export const WebhookListResponse = z.object({ webhooks: z.array(WebhookResponse), pagination: Pagination });

export const WebhookRotateResponse = z.object({
  webhook_id: z.string(),
  rotated_at: time,
  previous_secret_expires_at: time.meta({
    description: 'Deliveries are signed with both secrets until this time.',
  }),
  secret: z.string().optional().meta({
    description: 'The generated signing secret. Returned once, and only if the request did not provide one.',
  }),
});

export const WebhookTestResponse = z.object({
  test_id: z.string(),
  status: z.enum(['delivered', 'failed']),
  response_status: count.nullable(),
  delivered_at: time,
  error: z.string().optional(),
});

const event = {
  id: z.string(),
  type: z.enum(EVENT_KINDS),
  timestamp: time,
  workspace_id: z.string(),
};
const eventData = z
  .record(z.string(), z.unknown())
  .meta({ description: 'The event payload. Depends on `type`; see the webhooks in this document.' });

export const EventResponse = z.object({ ...event, data: eventData });

export const EventListResponse = z.object({
  events: z.array(
    z.object({
      ...event,
      data: eventData.nullable().meta({
        description:
          'The event payload. Null if the page would be too large; retrieve the event by id instead.',
      }),
    }),
  ),
  pagination: Pagination,
});

const attemptSummary = {
  number: count,
  at: time,
  status: count.nullable(),
  duration_ms: count,
  error_class: z.string().nullable(),
};

const deliverySummary = {
  id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  event_type: z.enum(EVENT_KINDS),
  status: z.enum(DELIVERY_STATUSES),
  attempt_count: count,
  last_attempt: z.object(attemptSummary).nullable(),
  next_attempt_at: time.nullable(),
  created_at: time,
};

export const DeliveryListResponse = z.object({
  deliveries: z.array(z.object(deliverySummary)),
  pagination: Pagination,
});

export const DeliveryResponse = z.object({
  ...deliverySummary,
  attempts: z
    .array(
      z.object({
        ...attemptSummary,
        response_body: z.string().meta({ description: 'The first 4 KiB of the response body.' }),
        next_attempt_at: time.nullable(),
      }),
    )
    .meta({ description: 'The 50 most recent attempts, oldest first.' }),
});

export const WebhookRecoverResponse = z.object({
  recovery_id: z.string().nullable().meta({ description: 'The id of the recovery. Null for a dry run.' }),
  count: count.meta({ description: 'Number of failed deliveries at the time of the request.' }),
  dry_run: z.boolean(),
});
