import type { LinkCardRule } from '../../kit/definition/link-card.ts';

/** A post shows the card of the link that it names. */
export const linkCard: LinkCardRule = {
  urlOf: ({ link }) => link ?? null,
  imageTypes: ['image/jpeg', 'image/png', 'image/gif'],
};
