import { defineProblem } from '../core/problems/define-problem.ts';

export const duplicateUrl = /* @__PURE__ */ defineProblem({
  code: 'duplicate_url',
  status: 409,
  title: 'Duplicate webhook URL',
  meaning: 'Another webhook endpoint of the workspace has this URL.',
  remedy: 'Update that endpoint, or use a different URL.',
});

export const endpointLimit = /* @__PURE__ */ defineProblem({
  code: 'endpoint_limit',
  status: 409,
  title: 'Webhook endpoint limit reached',
  meaning: 'The workspace has the maximum number of webhook endpoints.',
  remedy: 'Delete an endpoint you no longer use.',
});

export const endpointNotActive = /* @__PURE__ */ defineProblem({
  code: 'endpoint_not_active',
  status: 409,
  title: 'Webhook endpoint not active',
  meaning: 'The webhook endpoint is paused or disabled and receives no deliveries.',
  remedy: 'Set its status to `active` with `PUT /v1/webhooks/{id}` and retry.',
});

export const deliveryPending = /* @__PURE__ */ defineProblem({
  code: 'delivery_pending',
  status: 409,
  title: 'Delivery already pending',
  meaning: 'The delivery still has scheduled attempts.',
  remedy: 'Wait until it is delivered or exhausted, then replay it.',
});
