import { defineNotification } from '../core/events/define-notification.ts';

export const postFailed = /* @__PURE__ */ defineNotification({
  kind: 'post_failed',
  place: 1,
  permission: 'content:read',
  description: 'A post failed, also a thread of which a part is live.',
  docs: { when: 'a target failed, or a thread was interrupted' },
  sentences: {
    en: ({ title, onPlatform }) => `"${title}" was not published${onPlatform}.`,
    de: ({ title, onPlatform }) => `„${title}“ wurde${onPlatform} nicht veröffentlicht.`,
    fr: ({ title, onPlatform }) => `« ${title} » n’a pas été publié${onPlatform}.`,
    es: ({ title, onPlatform }) => `«${title}» no se ha publicado${onPlatform}.`,
  },
});

export const postUnconfirmed = /* @__PURE__ */ defineNotification({
  kind: 'post_unconfirmed',
  place: 2,
  permission: 'content:read',
  description: 'The outcome of a post is still unknown after 15 minutes.',
  docs: {
    when: 'the outcome of a target, or of a part of a thread, is still unknown after 15 minutes',
  },
  sentences: {
    en: ({ title, onPlatform }) =>
      `"${title}" may be live or not: its outcome${onPlatform} has been unknown for 15 minutes.`,
    de: ({ title, onPlatform }) =>
      `„${title}“ ist vielleicht veröffentlicht: Das Ergebnis${onPlatform} ist seit 15 Minuten unbekannt.`,
    fr: ({ title, onPlatform }) =>
      `« ${title} » est peut-être en ligne : son résultat${onPlatform} est inconnu depuis 15 minutes.`,
    es: ({ title, onPlatform }) =>
      `«${title}» puede estar publicado o no: su resultado${onPlatform} se desconoce desde hace 15 minutos.`,
  },
});

export const approvalRequested = /* @__PURE__ */ defineNotification({
  kind: 'approval_requested',
  place: 6,
  permission: 'content:approve',
  receivers: 'approvers',
  description: 'A member requested approval of an item about which you may decide.',
  docs: { when: 'an item was submitted', who: 'members who may decide about it ([approval](../approval.md))' },
  sentences: {
    en: ({ actor, title, due }) => `${actor} requested approval of "${title}"${due}.`,
    de: ({ actor, title, due }) => `${actor} bittet um Freigabe von „${title}“${due}.`,
    fr: ({ actor, title, due }) => `${actor} demande la validation de « ${title} »${due}.`,
    es: ({ actor, title, due }) => `${actor} pide la aprobación de «${title}»${due}.`,
  },
});

export const approvalDecided = /* @__PURE__ */ defineNotification({
  kind: 'approval_decided',
  place: 7,
  permission: 'content:read',
  receivers: 'named',
  description: 'Your item, or an item that you submitted, was approved, or changes were requested.',
  docs: {
    when: 'an item was approved, or changes were requested',
    who: 'its author and the member who submitted it, except for the one who decided',
  },
  sentences: {
    en: ({ actor, title, reason }) =>
      reason === 'approved' ? `${actor} approved "${title}".` : `${actor} requested changes to "${title}".`,
    de: ({ actor, title, reason }) =>
      reason === 'approved' ? `${actor} hat „${title}“ freigegeben.` : `${actor} verlangt Änderungen an „${title}“.`,
    fr: ({ actor, title, reason }) =>
      reason === 'approved' ? `${actor} a validé « ${title} ».` : `${actor} demande des modifications de « ${title} ».`,
    es: ({ actor, title, reason }) =>
      reason === 'approved' ? `${actor} ha aprobado «${title}».` : `${actor} pide cambios en «${title}».`,
  },
});
