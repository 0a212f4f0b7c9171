import type { PageLanguage } from '../../core/values/page-language.ts';
import type { NotificationKind } from './kinds.ts';

/** The texts of a digest in one language. A name in braces stands for a value. */
interface DigestTexts {
  several: string;
  intro: string;
  more: string;
  all: string;
  formerMember: string;
  /** By kind, and of a decision that approves. */
  sentences: Record<NotificationKind | 'approval_approved', string>;
  /** These continue a sentence, or are left out: the platform, and the time that the notification names. */
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
    sentences: {
      post_failed: '"{title}" was not published{onPlatform}.',
      post_unconfirmed: '"{title}" may be live or not: its outcome{onPlatform} has been unknown for 15 minutes.',
      account_needs_reconnect: 'Reconnect the account {title}{onPlatform}.',
      token_expires: 'Reconnect the account {title}{onPlatform}{before}.',
      webhook_disabled: 'The webhook endpoint at {title} was disabled.',
      approval_requested: '{actor} requested approval of "{title}"{due}.',
      approval_approved: '{actor} approved "{title}".',
      approval_decided: '{actor} requested changes to "{title}".',
      budget_used_up:
        'The monthly budget for reading the metrics of {title}{onPlatform} is used up{until}. Publishing continues.',
    },
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
    formerMember: 'Ein ehemaliges Mitglied',
    sentences: {
      post_failed: '„{title}“ wurde{onPlatform} nicht veröffentlicht.',
      post_unconfirmed:
        '„{title}“ ist vielleicht veröffentlicht: Das Ergebnis{onPlatform} ist seit 15 Minuten unbekannt.',
      account_needs_reconnect: 'Verbinden Sie das Konto {title}{onPlatform} erneut.',
      token_expires: 'Verbinden Sie das Konto {title}{onPlatform}{before} erneut.',
      webhook_disabled: 'Der Webhook-Endpunkt {title} wurde deaktiviert.',
      approval_requested: '{actor} bittet um Freigabe von „{title}“{due}.',
      approval_approved: '{actor} hat „{title}“ freigegeben.',
      approval_decided: '{actor} hat Änderungen an „{title}“ angefordert.',
      budget_used_up:
        'Das Monatsbudget für Kennzahlen von {title}{onPlatform} ist{until} aufgebraucht. Das Veröffentlichen geht weiter.',
    },
    onPlatform: ' auf {platform}',
    before: ' vor dem {time} UTC',
    until: ' bis zum {time} UTC',
    due: ', fällig am {time} UTC',
  },
  fr: {
    several: '{count} notifications dans {workspace}',
    intro: 'Notifications de l’espace de travail {workspace} :',
    more: 'Et {count} de plus.',
    all: 'Toutes les notifications, et celles que vous recevez : {url}',
    formerMember: 'Un ancien membre',
    sentences: {
      post_failed: '« {title} » n’a pas été mise en ligne{onPlatform}.',
      post_unconfirmed: '« {title} » est peut-être en ligne : son résultat{onPlatform} est inconnu depuis 15 minutes.',
      account_needs_reconnect: 'Reconnectez le compte {title}{onPlatform}.',
      token_expires: 'Reconnectez le compte {title}{onPlatform}{before}.',
      webhook_disabled: 'Le point de terminaison de webhook {title} a été désactivé.',
      approval_requested: '{actor} demande l’approbation de « {title} »{due}.',
      approval_approved: '{actor} a approuvé « {title} ».',
      approval_decided: '{actor} demande des modifications de « {title} ».',
      budget_used_up:
        'Le budget mensuel des métriques de {title}{onPlatform} est épuisé{until}. La publication continue.',
    },
    onPlatform: ' sur {platform}',
    before: ' avant le {time} UTC',
    until: ' jusqu’au {time} UTC',
    due: ', prévue le {time} UTC',
  },
  es: {
    several: '{count} notificaciones en {workspace}',
    intro: 'Notificaciones del espacio de trabajo {workspace}:',
    more: 'Y {count} más.',
    all: 'Todas las notificaciones, y cuáles recibes: {url}',
    formerMember: 'Un antiguo miembro',
    sentences: {
      post_failed: '«{title}» no se ha publicado{onPlatform}.',
      post_unconfirmed:
        '«{title}» puede estar publicada o no: su resultado{onPlatform} se desconoce desde hace 15 minutos.',
      account_needs_reconnect: 'Vuelve a conectar la cuenta {title}{onPlatform}.',
      token_expires: 'Vuelve a conectar la cuenta {title}{onPlatform}{before}.',
      webhook_disabled: 'El endpoint de webhook {title} se ha desactivado.',
      approval_requested: '{actor} pide la aprobación de «{title}»{due}.',
      approval_approved: '{actor} ha aprobado «{title}».',
      approval_decided: '{actor} pide cambios en «{title}».',
      budget_used_up:
        'El presupuesto mensual de métricas de {title}{onPlatform} está agotado{until}. La publicación continúa.',
    },
    onPlatform: ' en {platform}',
    before: ' antes del {time} UTC',
    until: ' hasta el {time} UTC',
    due: ', prevista para el {time} UTC',
  },
};
