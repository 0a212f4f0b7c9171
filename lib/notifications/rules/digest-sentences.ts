import type { PageLanguage } from '../../core/values/page-language.ts';
import type { NotificationKind } from './kinds.ts';

/** What a sentence about a notification may name. The last four continue a sentence, such as ` on X`, or are empty. */
export interface NotificationSubject {
  title: string;
  /** The member or the external reviewer who has acted. */
  actor: string;
  /** The code of an error, or the decision about an approval. */
  reason: string | null;
  onPlatform: string;
  /** These three say when, by the time that the notification names. */
  before: string;
  until: string;
  due: string;
}

type Sentences = Record<PageLanguage, (about: NotificationSubject) => string>;

/** The sentence of each kind in emails, by language. Only the function that sends emails bundles them. */
export const SENTENCES: Record<NotificationKind, Sentences> = {
  post_failed: {
    en: ({ title, onPlatform }) => `"${title}" was not published${onPlatform}.`,
    de: ({ title, onPlatform }) => `„${title}“ wurde${onPlatform} nicht veröffentlicht.`,
    fr: ({ title, onPlatform }) => `« ${title} » n’a pas été publié${onPlatform}.`,
    es: ({ title, onPlatform }) => `«${title}» no se ha publicado${onPlatform}.`,
  },
  post_unconfirmed: {
    en: ({ title, onPlatform }) =>
      `"${title}" may be live or not: its outcome${onPlatform} has been unknown for 15 minutes.`,
    de: ({ title, onPlatform }) =>
      `„${title}“ ist vielleicht veröffentlicht: Das Ergebnis${onPlatform} ist seit 15 Minuten unbekannt.`,
    fr: ({ title, onPlatform }) =>
      `« ${title} » est peut-être en ligne : son résultat${onPlatform} est inconnu depuis 15 minutes.`,
    es: ({ title, onPlatform }) =>
      `«${title}» puede estar publicado o no: su resultado${onPlatform} se desconoce desde hace 15 minutos.`,
  },
  account_needs_reconnect: {
    en: ({ title, onPlatform }) => `Reconnect the account ${title}${onPlatform}.`,
    de: ({ title, onPlatform }) => `Verbinden Sie das Konto ${title}${onPlatform} erneut.`,
    fr: ({ title, onPlatform }) => `Reconnectez le compte ${title}${onPlatform}.`,
    es: ({ title, onPlatform }) => `Vuelva a conectar la cuenta ${title}${onPlatform}.`,
  },
  token_expires: {
    en: ({ title, onPlatform, before }) => `Reconnect the account ${title}${onPlatform}${before}.`,
    de: ({ title, onPlatform, before }) => `Verbinden Sie das Konto ${title}${onPlatform}${before} erneut.`,
    fr: ({ title, onPlatform, before }) => `Reconnectez le compte ${title}${onPlatform}${before}.`,
    es: ({ title, onPlatform, before }) => `Vuelva a conectar la cuenta ${title}${onPlatform}${before}.`,
  },
  webhook_disabled: {
    en: ({ title }) => `The webhook endpoint at ${title} was disabled.`,
    de: ({ title }) => `Der Webhook-Endpunkt bei ${title} wurde abgeschaltet.`,
    fr: ({ title }) => `Le point de terminaison webhook de ${title} a été désactivé.`,
    es: ({ title }) => `El endpoint de webhook en ${title} se ha desactivado.`,
  },
  approval_requested: {
    en: ({ actor, title, due }) => `${actor} requested approval of "${title}"${due}.`,
    de: ({ actor, title, due }) => `${actor} bittet um Freigabe von „${title}“${due}.`,
    fr: ({ actor, title, due }) => `${actor} demande la validation de « ${title} »${due}.`,
    es: ({ actor, title, due }) => `${actor} pide la aprobación de «${title}»${due}.`,
  },
  approval_decided: {
    en: ({ actor, title, reason }) =>
      reason === 'approved' ? `${actor} approved "${title}".` : `${actor} requested changes to "${title}".`,
    de: ({ actor, title, reason }) =>
      reason === 'approved' ? `${actor} hat „${title}“ freigegeben.` : `${actor} verlangt Änderungen an „${title}“.`,
    fr: ({ actor, title, reason }) =>
      reason === 'approved' ? `${actor} a validé « ${title} ».` : `${actor} demande des modifications de « ${title} ».`,
    es: ({ actor, title, reason }) =>
      reason === 'approved' ? `${actor} ha aprobado «${title}».` : `${actor} pide cambios en «${title}».`,
  },
  budget_used_up: {
    en: ({ title, onPlatform, until }) =>
      `The monthly budget for reading the metrics of ${title}${onPlatform} is used up${until}. Publishing continues.`,
    de: ({ title, onPlatform, until }) =>
      `Das Monatsbudget für die Messwerte von ${title}${onPlatform} ist${until} aufgebraucht. Das Veröffentlichen geht weiter.`,
    fr: ({ title, onPlatform, until }) =>
      `Le budget mensuel de lecture des mesures de ${title}${onPlatform} est épuisé${until}. La publication continue.`,
    es: ({ title, onPlatform, until }) =>
      `El presupuesto mensual para leer las métricas de ${title}${onPlatform} está agotado${until}. La publicación continúa.`,
  },
};
