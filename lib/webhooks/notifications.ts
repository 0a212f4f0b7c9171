import { defineNotification } from '../core/events/define-notification.ts';

export const webhookDisabled = /* @__PURE__ */ defineNotification({
  kind: 'webhook_disabled',
  place: 5,
  permission: 'webhooks:read',
  description: 'A webhook endpoint was disabled.',
  docs: { when: 'a webhook endpoint was disabled' },
});
