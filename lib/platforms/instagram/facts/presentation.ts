import type { PlatformPresentation } from '../../kit/definition/presentation.ts';

/** How clients show Instagram. */
export const presentation: PlatformPresentation = {
  position: 3,
  markColor: 'light-dark(#d62976, #ff6fae)',
  needs: {
    en: 'A business or creator account.',
    de: 'Ein Business- oder Creator-Konto.',
    es: 'Una cuenta de empresa o de creador.',
    fr: 'Un compte professionnel ou créateur.',
  },
  hasSeveralAccounts: true,
  handleMark: '@',
  links: ['tag', 'mention'],
  fold: { characters: 125, lines: 2 },
  buttons: ['heart', 'message-circle', 'send', 'bookmark'],
  isImageFirst: true,
};
