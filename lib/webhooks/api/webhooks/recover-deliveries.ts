import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { time } from '../../../core/api/request-fields.ts';
import { integer, lazyObject } from '../../../core/api/response-fields.ts';

// biome-ignore format: one field per line.
export const WebhookRecover = z.strictObject({
  since: time.check(z.describe('Recover the events since this time. At most 30 days in the past.'), z.meta({ examples: ['2026-11-20T09:29:00.000Z'] })),
  dry_run: z._default(z.boolean(), false).check(z.describe('Whether to only count the deliveries.'), z.meta({ examples: [false] })),
});

// biome-ignore format: one field per line.
export const WebhookRecoverResponse = /* @__PURE__ */ lazyObject(() => ({
  recovery_id: z.nullable(z.string()).check(z.describe('The id of the recovery. Null for a dry run.'), z.meta({ examples: ['rcv_01K00000000000000000000000'] })),
  count: integer().check(z.describe('Number of failed deliveries and missed events at the time of the request. Of an endpoint of the stage, missed events are not counted.'), z.meta({ examples: [3] })),
  dry_run: z.boolean().check(z.meta({ description: 'Whether the deliveries were only counted.', examples: [false] })),
}));

export const operation = defineOperation({
  id: 'webhooks.recover-deliveries',
  route: 'POST /v1/webhooks/{id}/recover',
  summary: 'Recover failed deliveries',
  description:
    'Replay all exhausted and dropped deliveries of events since a given time, and deliver the events that happened while the endpoint was paused or disabled. Each event is sent once. With `dry_run`, returns 200 and only counts the deliveries. The token also needs the permission to read the events of the endpoint: `content:read`, and `analytics:read` for `engagement.received`, `comment.created` and `mention.detected`.',
  permissions: ['webhooks:write'],
  stage: 'optional',
  plan: 'webhookPlan',
  body: WebhookRecover,
  status: 202,
  alternateStatus: 200,
  errors: ['endpoint_not_active'],
  access: { get: ['Endpoint'], put: ['Recovery'], indexes: ['by_status', 'by_category'] },
  example: { params: { id: 'wh_01K00000000000000000000000' }, body: { since: '{{yesterday}}' } },
});

export const response = WebhookRecoverResponse;
