import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { updateSchema } from '../../../core/api/request-fields.ts';
import { stageFields, webhookFields } from './requests.ts';
import { WebhookResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const WebhookUpdate = updateSchema({
  ...webhookFields,
  ...stageFields,
  status: z.enum(['active', 'paused']).check(z.meta({ description: '`paused` stops deliveries. `active` resumes them.', examples: ['paused'] })),
});

export const operation = defineOperation({
  id: 'webhooks.update',
  route: 'PUT /v1/webhooks/{id}',
  summary: 'Update a webhook endpoint',
  description:
    'Update, pause or reactivate an endpoint. Omitted fields do not change. Changing the `url` resets the failure history. The token also needs the permission to read the events of the endpoint: `content:read`, and `analytics:read` for `engagement.received`, `comment.created` and `mention.detected`. A session also requires a sign-in within the last ten minutes. A request that only pauses the endpoint requires neither. Any other request makes its caller the one in `authorized_by`. Of an endpoint that an agent has subscribed, only the `status` can be changed, and its authorization stays.',
  permissions: ['webhooks:write'],
  stage: 'optional',
  plan: 'webhookPlan',
  body: WebhookUpdate,
  errors: ['recent_sign_in_required', 'duplicate_url'],
  access: { get: ['Endpoint'], put: ['Endpoint', 'EndpointUrlReservation'], remove: ['EndpointUrlReservation'] },
  example: {
    params: { id: 'wh_01K00000000000000000000001' },
    body: { url: 'https://receiver.example.com/moved', status: 'paused' },
  },
});

export const response = WebhookResponse;
