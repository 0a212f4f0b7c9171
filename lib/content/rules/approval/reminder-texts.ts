import type { PageLanguage } from '../../../core/values/page-language.ts';

/** The texts of a reminder in one language. A name in braces stands for a value. */
interface ReminderTexts {
  subject: { hour: string; day: string };
  due: string;
  consequence: string;
  review: string;
  request: string;
  api: string;
}

/** The texts of reminders of items that are due soon and not approved, by language. */
export const REMINDER_TEXTS: Record<PageLanguage, ReminderTexts> = {
  en: {
    subject: { hour: 'Not approved, due in one hour: {title}', day: 'Not approved, due in one day: {title}' },
    due: '"{title}" in {workspace} is due at {time} UTC and is not approved.',
    consequence: 'Without approval, it is not published: its targets fail with the error not_approved.',
    review: 'Review the item: {url}',
    request: 'Request approval: {url}',
    api: 'With the API: {requests}',
  },
  de: {
    subject: {
      hour: 'Nicht freigegeben, fällig in einer Stunde: {title}',
      day: 'Nicht freigegeben, fällig in einem Tag: {title}',
    },
    due: '„{title}“ in {workspace} ist am {time} UTC fällig und nicht freigegeben.',
    consequence: 'Ohne Freigabe wird der Beitrag nicht veröffentlicht: Er scheitert mit dem Fehler not_approved.',
    review: 'Den Beitrag prüfen: {url}',
    request: 'Freigabe anfordern: {url}',
    api: 'Mit der API: {requests}',
  },
  fr: {
    subject: {
      hour: 'Non approuvée, prévue dans une heure : {title}',
      day: 'Non approuvée, prévue dans un jour : {title}',
    },
    due: '« {title} » dans {workspace} est prévue le {time} UTC et n’est pas approuvée.',
    consequence: 'Sans approbation, la publication n’a pas lieu : elle échoue avec l’erreur not_approved.',
    review: 'Relire la publication : {url}',
    request: 'Demander l’approbation : {url}',
    api: 'Avec l’API : {requests}',
  },
  es: {
    subject: {
      hour: 'Sin aprobar, prevista dentro de una hora: {title}',
      day: 'Sin aprobar, prevista dentro de un día: {title}',
    },
    due: '«{title}» en {workspace} está prevista para el {time} UTC y no está aprobada.',
    consequence: 'Sin aprobación no se publica: falla con el error not_approved.',
    review: 'Revisar la publicación: {url}',
    request: 'Pedir la aprobación: {url}',
    api: 'Con la API: {requests}',
  },
};
