import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { EVENT_KINDS } from '../../events/events.ts';

// biome-ignore format: one field per line.
export const WebhookTest = z.strictObject({
  event_type: z.enum(EVENT_KINDS).check(z.meta({ description: 'The type of the event.', examples: ['content.published'] })),
});

// biome-ignore format: one field per line.
export const WebhookTestResponse = /* @__PURE__ */ lazyObject(() => ({
  test_id: z.string().check(z.meta({ description: 'The id of the test delivery.', examples: ['test_01K00000000000000000000000'] })),
  status: z.enum(['delivered', 'failed']),
  response_status: z.nullable(integer()).check(z.meta({ description: 'The HTTP status code of the receiver. Null if no HTTP response was received.', examples: [200] })),
  delivered_at: timestamp().check(z.meta({ description: 'Time the response arrived or the request timed out.', examples: ['2026-11-20T09:30:00.000Z'] })),
  error: z.optional(z.string()).check(z.meta({ description: 'Why no HTTP response was received.', examples: ['connection_refused'] })),
}));

export const operation = defineOperation({
  id: 'webhooks.test',
  route: 'POST /v1/webhooks/{id}/test',
  summary: 'Send a test delivery',
  description:
    'Send a test delivery and return the response of the receiver. The request succeeds even if the receiver fails. A successful test verifies the endpoint: its deliveries are then attempted up to ten times instead of three. Test deliveries count toward the limit of 1,200 requests per minute and receiver host. A workspace can have five test deliveries in progress.',
  permissions: ['webhooks:write'],
  stage: 'optional',
  plan: 'webhookPlan',
  hasExternalEffect: true,
  rateLimitBeforeHandler: true,
  body: WebhookTest,
  timeoutSeconds: 29,
  errors: ['too_many_in_flight'],
  access: {
    get: ['Endpoint'],
    put: ['Endpoint', 'InFlightRequest'],
    remove: ['InFlightRequest'],
    kms: { decrypt: ['Endpoint'] },
  },
  example: { params: { id: 'wh_01K00000000000000000000000' }, body: { event_type: 'content.published' } },
});

export const response = WebhookTestResponse;
