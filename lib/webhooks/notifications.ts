import { defineNotification } from '../core/events/define-notification.ts';

export const webhookDisabled = /* @__PURE__ */ defineNotification({
  kind: 'webhook_disabled',
  place: 5,
  permission: 'webhooks:read',
  description: 'A webhook endpoint was disabled.',
  docs: { when: 'a webhook endpoint was disabled' },
  sentences: {
    en: ({ title }) => `The webhook endpoint at ${title} was disabled.`,
    de: ({ title }) => `Der Webhook-Endpunkt bei ${title} wurde abgeschaltet.`,
    fr: ({ title }) => `Le point de terminaison webhook de ${title} a été désactivé.`,
    es: ({ title }) => `El endpoint de webhook en ${title} se ha desactivado.`,
  },
});
