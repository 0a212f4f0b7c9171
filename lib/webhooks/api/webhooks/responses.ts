import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { EVENT_KINDS } from '../../events/events.ts';
import { DELIVERY_STATUSES } from '../../rules/webhook-delivery.ts';
import { ENDPOINT_STATUSES } from '../../rules/webhook-endpoint.ts';

export const eventKinds = lazy(() => z.array(z.enum([...EVENT_KINDS, '*'])));

export const endpointStatus = lazy(() => z.enum(ENDPOINT_STATUSES));

// biome-ignore format: one field per line.
export const WebhookResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the webhook endpoint.', examples: ['wh_01K00000000000000000000000'] })),
  url: z.string().check(z.meta({ description: 'The URL that receives events.', examples: ['https://example.com/hooks'] })),
  events: eventKinds(),
  status: endpointStatus(),
  created_at: timestamp(),
  updated_at: timestamp(),
  paused_reason: z.nullable(z.enum(['owner', 'plan'])).check(z.meta({ description: 'Whether the endpoint was paused by its owner or because the plan does not include webhooks. Null unless the endpoint is paused.', examples: [null] })),
  disabled_reason: z.nullable(z.string()).check(z.meta({ description: 'Why the endpoint was disabled. It begins with `permission_lost` if the member or API key in `authorized_by` may no longer read the events. Null unless the endpoint is disabled.', examples: [null] })),
  failing_since: z.nullable(timestamp()).check(z.describe('Time since which every delivery attempt has failed.'), z.meta({ examples: [null] })),
  warned_at: z.nullable(timestamp()).check(z.describe('Time the owner was warned that all deliveries fail.'), z.meta({ examples: [null] })),
  disables_at: z
    .nullable(timestamp())
    .check(z.describe('Time after which another failed attempt disables the endpoint.'), z.meta({ examples: [null] })),
  is_verified: z.boolean().check(z.meta({ description: 'Whether the receiver has responded with 2xx to a delivery or a test. Until then, failed deliveries are attempted three times instead of ten.', examples: [true] })),
  authorized_by: z.nullable(z.object({
    user_id: z.string(),
    client_id: z.nullable(z.string()).check(z.meta({ description: 'The API key. Null if the member used a session.', examples: ['key_01K00000000000000000000000'] })),
    expires_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the API key expires, which disables the endpoint. Null if it does not expire.', examples: [null] })),
  })).check(z.describe('Who registered the endpoint, or changed it last. The endpoint receives events while this member and this API key may read them. Null for an endpoint that was registered before this was recorded.')),
  workspaces: z.nullable(z.union([z.literal('*'), z.array(z.string())])).check(z.meta({ description: 'Of an endpoint of the stage: the ids of the only workspaces whose events it receives. `*`: all that the stage key in `authorized_by` may name. Null for an endpoint of a workspace.', examples: [null] })),
  labels: z.nullable(z.array(z.string())).check(z.meta({ description: 'Of an endpoint of the stage: the names of labels, of which an event must have one. Null for all events.', examples: [null] })),
  agent: z.nullable(z.object({
    client_id: z.string().check(z.meta({ description: 'The id of the agent key.', examples: ['key_01K00000000000000000000000'] })),
    name: z.string().check(z.meta({ description: 'The name of the agent key.', examples: ['Planner'] })),
    expires_at: timestamp().check(z.meta({ description: 'Time the subscription ends, unless the agent extends it.', examples: ['2026-11-21T09:30:00.000Z'] })),
  })).check(z.meta({ description: 'The agent that has subscribed this endpoint by MCP Events. Null for an endpoint that a person has registered.', examples: [null] })),
}));

// biome-ignore format: one field per line.
const attemptSummary = lazy(() => ({
  number: integer().check(z.meta({ description: 'The number of the attempt, starting at 1.', examples: [1] })),
  at: timestamp().check(z.meta({ description: 'Time the attempt started.', examples: ['2026-11-20T09:30:00.000Z'] })),
  status: z.nullable(integer()).check(z.meta({ description: 'The HTTP status code of the receiver. Null if no HTTP response was received.', examples: [500] })),
  duration_ms: integer().check(z.meta({ description: 'Response time of the receiver, in milliseconds.', examples: [84] })),
  error_class: z.nullable(z.string()).check(z.meta({ description: 'Why no HTTP response was received. Null if one was received.', examples: ['timeout'] })),
}));

// biome-ignore format: one field per line.
export const deliverySummary = lazy(() => ({
  id: z.string().check(z.meta({ description: 'The id of the delivery.', examples: ['dlv_01K00000000000000000000000'] })),
  webhook_id: z.string(),
  event_id: z.string().check(z.meta({ description: 'The id of the delivered event. Identical to the `webhook-id` header.', examples: ['evt_01K00000000000000000000000'] })),
  event_type: z.enum(EVENT_KINDS).check(z.meta({ description: 'The type of the event.', examples: ['content.published'] })),
  status: z.enum(DELIVERY_STATUSES),
  attempt_count: integer().check(z.meta({ description: 'Number of attempts made so far.', examples: [1] })),
  last_attempt: z.nullable(z.object(attemptSummary())).check(z.describe('The most recent attempt. Null before the first attempt.')),
  next_attempt_at: z.nullable(timestamp()).check(z.meta({ description: 'Time of the next attempt. Null if no attempt is scheduled or an attempt is in progress.', examples: ['2026-11-20T09:30:00.000Z'] })),
  created_at: timestamp(),
}));

// biome-ignore format: one field per line.
export const DeliveryResponse = lazyObject(() => ({
  ...deliverySummary(),
  attempts: z
    .array(
      z.object({
        ...attemptSummary(),
        response_body: z.string().check(z.describe('The first 4 KiB of the response body. Empty if the token may not read the event.'), z.meta({ examples: ['No.'] })),
        next_attempt_at: z.nullable(timestamp()).check(z.meta({ description: 'Time of the next attempt. Null if no attempt is scheduled or an attempt is in progress.', examples: ['2026-11-20T09:30:00.000Z'] })),
      }),
    )
    .check(z.describe('The 50 most recent attempts, oldest first.')),
}));
