import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { signingSecret } from './requests.ts';

export const WebhookRotate = z.strictObject({ secret: signingSecret });

export const WebhookRotateResponse = lazyObject(() => ({
  webhook_id: z.string(),
  rotated_at: timestamp(),
  previous_secret_expires_at: timestamp().check(z.describe('Deliveries are signed with both secrets until this time.')),
  secret: z
    .optional(z.string())
    .check(z.describe('The generated signing secret. Returned once, and only if the request did not provide one.')),
}));

export const operation = defineOperation({
  id: 'webhooks.rotate-secret',
  route: 'POST /v1/webhooks/{id}/rotate-secret',
  summary: 'Rotate the signing secret',
  description:
    'Replace the signing secret of the endpoint. For 24 hours, deliveries are signed with both the old and the new secret so that the receiver can switch.',
  permissions: ['webhooks:write'],
  plan: 'webhookPlan',
  showsSecret: true,
  rateLimitBeforeHandler: true,
  body: WebhookRotate,
  errors: ['too_many_secrets'],
  access: { get: ['Endpoint'], put: ['Endpoint'], kms: { encrypt: ['Endpoint'] } },
  example: { params: { id: 'wh_01K00000000000000000000001' }, body: {} },
});

export const response = WebhookRotateResponse;
