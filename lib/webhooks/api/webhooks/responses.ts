import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { EVENT_KINDS } from '../../events/events.ts';
import { DELIVERY_STATUSES } from '../../rules/webhook-delivery.ts';
import { ENDPOINT_STATUSES } from '../../rules/webhook-endpoint.ts';

export const eventKinds = lazy(() => z.array(z.enum([...EVENT_KINDS, '*'])));

export const endpointStatus = lazy(() => z.enum(ENDPOINT_STATUSES));

export const WebhookResponse = lazyObject(() => ({
  id: z.string(),
  url: z.string(),
  events: eventKinds(),
  status: endpointStatus(),
  created_at: timestamp(),
  updated_at: timestamp(),
  paused_reason: z.nullable(z.enum(['owner', 'plan'])),
  disabled_reason: z.nullable(z.string()),
  failing_since: z.nullable(timestamp()).check(z.describe('Time since which every delivery attempt has failed.')),
  warned_at: z.nullable(timestamp()).check(z.describe('Time the owner was warned that all deliveries fail.')),
  disables_at: z
    .nullable(timestamp())
    .check(z.describe('Time after which another failed attempt disables the endpoint.')),
  is_verified: z.boolean(),
}));

const attemptSummary = lazy(() => ({
  number: integer(),
  at: timestamp(),
  status: z.nullable(integer()),
  duration_ms: integer(),
  error_class: z.nullable(z.string()),
}));

export const deliverySummary = lazy(() => ({
  id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  event_type: z.enum(EVENT_KINDS),
  status: z.enum(DELIVERY_STATUSES),
  attempt_count: integer(),
  last_attempt: z.nullable(z.object(attemptSummary())),
  next_attempt_at: z.nullable(timestamp()),
  created_at: timestamp(),
}));

export const DeliveryResponse = lazyObject(() => ({
  ...deliverySummary(),
  attempts: z
    .array(
      z.object({
        ...attemptSummary(),
        response_body: z.string().check(z.describe('The first 4 KiB of the response body.')),
        next_attempt_at: z.nullable(timestamp()),
      }),
    )
    .check(z.describe('The 50 most recent attempts, oldest first.')),
}));
