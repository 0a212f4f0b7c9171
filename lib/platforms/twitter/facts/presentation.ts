import type { PlatformPresentation } from '../../kit/definition/presentation.ts';

/** How clients show X. */
export const presentation: PlatformPresentation = {
  position: 1,
  markColor: 'light-dark(#000000, #ffffff)',
  needs: { en: 'A profile on X.', de: 'Ein Profil auf X.', es: 'Un perfil en X.', fr: 'Un profil sur X.' },
  handleMark: '@',
  links: ['url', 'tag', 'mention'],
  shownUrl: { maxCharacters: 26, isBare: true },
  card: 'last',
  buttons: ['message-circle', 'repeat-2', 'heart', 'chart-no-axes-column', 'bookmark'],
};
