import { defineNotification } from '../core/events/define-notification.ts';

export const accountNeedsReconnect = /* @__PURE__ */ defineNotification({
  kind: 'account_needs_reconnect',
  place: 3,
  permission: 'accounts:read',
  description: 'An account needs new credentials from its owner.',
  docs: { when: 'an account needs new credentials' },
  sentences: {
    en: ({ title, onPlatform }) => `Reconnect the account ${title}${onPlatform}.`,
    de: ({ title, onPlatform }) => `Verbinden Sie das Konto ${title}${onPlatform} erneut.`,
    fr: ({ title, onPlatform }) => `Reconnectez le compte ${title}${onPlatform}.`,
    es: ({ title, onPlatform }) => `Vuelva a conectar la cuenta ${title}${onPlatform}.`,
  },
});

export const tokenExpires = /* @__PURE__ */ defineNotification({
  kind: 'token_expires',
  place: 4,
  permission: 'accounts:read',
  description: 'The token of an account expires and cannot be refreshed. Sent 7 days before on LinkedIn and Instagram.',
  docs: {
    when: 'the token of an account ends and cannot be refreshed: 7 days before on LinkedIn and Instagram, 15 minutes before on X and Bluesky',
  },
  sentences: {
    en: ({ title, onPlatform, before }) => `Reconnect the account ${title}${onPlatform}${before}.`,
    de: ({ title, onPlatform, before }) => `Verbinden Sie das Konto ${title}${onPlatform}${before} erneut.`,
    fr: ({ title, onPlatform, before }) => `Reconnectez le compte ${title}${onPlatform}${before}.`,
    es: ({ title, onPlatform, before }) => `Vuelva a conectar la cuenta ${title}${onPlatform}${before}.`,
  },
});

export const budgetUsedUp = /* @__PURE__ */ defineNotification({
  kind: 'budget_used_up',
  place: 8,
  permission: 'accounts:read',
  description: 'The monthly metrics budget of an account is used up.',
  docs: { when: 'the monthly metrics budget of an account is used up' },
  sentences: {
    en: ({ title, onPlatform, until }) =>
      `The monthly budget for reading the metrics of ${title}${onPlatform} is used up${until}. Publishing continues.`,
    de: ({ title, onPlatform, until }) =>
      `Das Monatsbudget für die Messwerte von ${title}${onPlatform} ist${until} aufgebraucht. Das Veröffentlichen geht weiter.`,
    fr: ({ title, onPlatform, until }) =>
      `Le budget mensuel de lecture des mesures de ${title}${onPlatform} est épuisé${until}. La publication continue.`,
    es: ({ title, onPlatform, until }) =>
      `El presupuesto mensual para leer las métricas de ${title}${onPlatform} está agotado${until}. La publicación continúa.`,
  },
});
