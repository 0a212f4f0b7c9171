import type { PlatformPresentation } from '../../kit/definition/presentation.ts';

/** How clients show Bluesky. */
export const presentation: PlatformPresentation = {
  position: 4,
  markColor: 'light-dark(#0a6edc, #4aa3ff)',
  needs: {
    en: 'Your handle. Self-hosted servers are supported.',
    de: 'Der eigene Handle. Selbst betriebene Server werden unterstützt.',
    es: 'Tu identificador. Se admiten servidores propios.',
    fr: 'Votre identifiant. Les serveurs auto-hébergés sont pris en charge.',
  },
  handleExample: 'ada.bsky.social',
  appPassword: {
    site: 'bsky.app',
    menu: {
      en: 'Settings, Privacy and security, App passwords',
      de: 'Einstellungen, Datenschutz und Sicherheit, App-Passwörter',
      es: 'Ajustes, Privacidad y seguridad, Contraseñas de aplicación',
      fr: 'Paramètres, Confidentialité et sécurité, Mots de passe d’application',
    },
    form: 'xxxx-xxxx-xxxx-xxxx',
    identifier: { en: 'Handle or DID', de: 'Handle oder DID', es: 'Identificador o DID', fr: 'Identifiant ou DID' },
  },
  handleMark: '@',
  links: ['url', 'tag', 'mention'],
  card: 'first',
  buttons: ['message-square', 'repeat-2', 'heart', 'ellipsis'],
};
