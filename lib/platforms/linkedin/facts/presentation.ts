import type { PlatformPresentation } from '../../kit/definition/presentation.ts';

/** How clients show LinkedIn. */
export const presentation: PlatformPresentation = {
  position: 2,
  markColor: 'light-dark(#0a66c2, #70b5f9)',
  needs: {
    en: 'A page that you manage, or your profile.',
    de: 'Eine selbst verwaltete Seite oder das eigene Profil.',
    es: 'Una página que administras o tu perfil.',
    fr: 'Une page que vous gérez, ou votre profil.',
  },
  hasSeveralAccounts: true,
  handleMark: '',
  // A mention needs the id of a person.
  links: ['url', 'tag'],
  fold: { characters: 210, lines: 3 },
  // A long one is replaced by a short URL of the platform.
  shownUrl: { maxCharacters: 26, replacement: 'https://lnkd.in/…' },
  buttons: ['thumbs-up', 'message-square-text', 'repeat-2', 'send'],
};
