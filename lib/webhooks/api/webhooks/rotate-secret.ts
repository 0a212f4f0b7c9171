import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { signingSecret } from './requests.ts';

// biome-ignore format: one field per line.
export const WebhookRotate = z.strictObject({
  secret: signingSecret.check(z.meta({ description: 'Your own signing secret: `whsec_` followed by base64, or 16 to 256 printable characters. If omitted, a secret is generated.', examples: ['whsec_c2FtcGxlLXdlYmhvb2stc2VjcmV0LW9mLTMyLWJ5dGU='] })),
});

// biome-ignore format: one field per line.
export const WebhookRotateResponse = /* @__PURE__ */ lazyObject(() => ({
  webhook_id: z.string(),
  rotated_at: timestamp().check(z.meta({ description: 'Time the secret was replaced.', examples: ['2026-11-20T09:30:00.000Z'] })),
  previous_secret_expires_at: timestamp().check(z.describe('Deliveries are signed with both secrets until this time.'), z.meta({ examples: ['2026-11-21T09:30:00.000Z'] })),
  secret: z
    .optional(z.string())
    .check(z.describe('The generated signing secret. Returned once, and only if the request did not provide one.'), z.meta({ examples: ['whsec_c2FtcGxlLXdlYmhvb2stc2VjcmV0LW9mLTMyLWJ5dGU='] })),
}));

export const operation = defineOperation({
  id: 'webhooks.rotate-secret',
  route: 'POST /v1/webhooks/{id}/rotate-secret',
  summary: 'Rotate the signing secret',
  description:
    'Replace the signing secret of the endpoint. For 24 hours, deliveries are signed with both the old and the new secret. A session requires a sign-in within the last ten minutes. The token also needs the permission to read the events of the endpoint: `content:read`, and `analytics:read` for `engagement.received`, `comment.created` and `mention.detected`. The secret of an endpoint that an agent has subscribed cannot be replaced.',
  permissions: ['webhooks:write'],
  stage: 'optional',
  plan: 'webhookPlan',
  showsSecret: true,
  rateLimitBeforeHandler: true,
  body: WebhookRotate,
  errors: ['recent_sign_in_required', 'too_many_secrets'],
  access: { get: ['Endpoint'], put: ['Endpoint'], kms: { encrypt: ['Endpoint'] } },
  example: { params: { id: 'wh_01K00000000000000000000001' }, body: {} },
});

export const response = WebhookRotateResponse;
