import type { LinkCardRule } from '../../kit/definition/link-card.ts';
import { findLinkedParts } from './rich-text.ts';

/** A post without media shows the card of the link that it names, otherwise of the first link in its text. */
export const linkCard: LinkCardRule = {
  urlOf({ text, media, link }) {
    if (media.length > 0) return null;
    return link ?? findLinkedParts(text).find((part) => part.kind === 'link')?.uri ?? null;
  },
  imageTypes: ['image/jpeg', 'image/png', 'image/webp'],
};
