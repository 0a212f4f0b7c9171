import type { PageLanguage } from '../../core/values/page-language.ts';

/** The texts of a digest in one language. A name in braces stands for a value. */
interface DigestTexts {
  several: string;
  intro: string;
  more: string;
  all: string;
  formerMember: string;
  /** These continue the sentence of a kind. */
  onPlatform: string;
  before: string;
  until: string;
  due: string;
}

/** The texts of digests, by language. */
export const DIGEST_TEXTS: Record<PageLanguage, DigestTexts> = {
  en: {
    several: '{count} notifications in {workspace}',
    intro: 'Notifications of the workspace {workspace}:',
    more: 'And {count} more.',
    all: 'All notifications, and which of them you receive: {url}',
    formerMember: 'A former member',
    onPlatform: ' on {platform}',
    before: ' before {time} UTC',
    until: ' until {time} UTC',
    due: ', which is due at {time} UTC',
  },
  de: {
    several: '{count} Benachrichtigungen in {workspace}',
    intro: 'Benachrichtigungen des Workspace {workspace}:',
    more: 'Und {count} weitere.',
    all: 'Alle Benachrichtigungen, und welche davon Sie erhalten: {url}',
    formerMember: 'Ein früheres Mitglied',
    onPlatform: ' auf {platform}',
    before: ' vor dem {time} UTC',
    until: ' bis zum {time} UTC',
    due: ', fällig am {time} UTC',
  },
  fr: {
    several: '{count} notifications dans {workspace}',
    intro: 'Notifications de l’espace {workspace} :',
    more: 'Et {count} de plus.',
    all: 'Toutes les notifications, et celles que vous recevez : {url}',
    formerMember: 'Un ancien membre',
    onPlatform: ' sur {platform}',
    before: ' avant le {time} UTC',
    until: ' jusqu’au {time} UTC',
    due: ', prévu le {time} UTC',
  },
  es: {
    several: '{count} notificaciones en {workspace}',
    intro: 'Notificaciones del espacio {workspace}:',
    more: 'Y {count} más.',
    all: 'Todas las notificaciones, y cuáles recibe usted: {url}',
    formerMember: 'Un antiguo miembro',
    onPlatform: ' en {platform}',
    before: ' antes del {time} UTC',
    until: ' hasta el {time} UTC',
    due: ', previsto para el {time} UTC',
  },
};
