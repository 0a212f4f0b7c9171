import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { signingSecret, stageFields, webhookFields } from './requests.ts';
import { endpointStatus, eventKinds } from './responses.ts';

// biome-ignore format: one field per line.
export const WebhookCreate = z.strictObject({
  ...webhookFields,
  workspaces: z.optional(stageFields.workspaces),
  labels: z.optional(stageFields.labels),
  secret: signingSecret.check(z.meta({ description: 'Your own signing secret: `whsec_` followed by base64, or 16 to 256 printable characters. If omitted, a secret is generated.', examples: ['whsec_c2FtcGxlLXdlYmhvb2stc2VjcmV0LW9mLTMyLWJ5dGU='] })),
});

// biome-ignore format: one field per line.
export const WebhookCreateResponse = /* @__PURE__ */ lazyObject(() => ({
  webhook_id: z.string(),
  url: z.string().check(z.meta({ description: 'The URL that receives events.', examples: ['https://example.com/hooks'] })),
  status: endpointStatus(),
  events: eventKinds(),
  created_at: timestamp(),
  secret: z
    .optional(z.string())
    .check(z.describe('The generated signing secret. Returned once, and only if the request did not provide one.'), z.meta({ examples: ['whsec_c2FtcGxlLXdlYmhvb2stc2VjcmV0LW9mLTMyLWJ5dGU='] })),
}));

export const operation = defineOperation({
  id: 'webhooks.create',
  route: 'POST /v1/webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'Register a URL that receives events. Deliveries are signed according to Standard Webhooks. The URL must resolve to a public IP address. A workspace can have up to 20 endpoints. A stage key that names no workspace registers one of up to 10 endpoints of the stage, which receive the events of all workspaces that it may name; it is in effect within a minute. A session requires a sign-in within the last ten minutes. The token also needs the permission to read the events of the endpoint: `content:read`, and `analytics:read` for `engagement.received`, `comment.created` and `mention.detected`.',
  permissions: ['webhooks:write'],
  stage: 'optional',
  plan: 'webhookPlan',
  showsSecret: true,
  rateLimitBeforeHandler: true,
  body: WebhookCreate,
  status: 201,
  errors: ['recent_sign_in_required', 'duplicate_url', 'endpoint_limit'],
  access: { put: ['Endpoint', 'EndpointUrlReservation'], add: ['Counter'], kms: { encrypt: ['Endpoint'] } },
  example: { body: { url: 'https://hooks.example.com/content', events: ['content.published', 'content.failed'] } },
});

export const response = WebhookCreateResponse;
