import type { Platform } from '../../platforms/platform.ts';
import type { Content } from './content.ts';

/**
 * The card of a link on a platform, as its page was read when the item was submitted for approval. Exactly this is shown
 * to reviewers and published.
 */
export interface LinkCard extends CardLink {
  title: string | null; // Null for no card, because the page could not be read.
  description: string;
  image: CardImage | null;
}

/** A link whose card the posts of an item show on a platform. `parts`: their indexes, 0 for the first post. */
export interface CardLink {
  platform: Platform;
  url: string;
  parts: number[];
}

/** The image of a card. `hash`: the SHA-256 of its bytes, which names its object. */
export type CardImage = { hash: string; content_type: string; size_bytes: number };

/** Return an item without the cards of its links, which are read again when it is submitted. */
export function withoutLinkCards({ link_cards: _, ...content }: Content): Content {
  return content;
}

/**
 * Return the cards that are published for an item: those that were approved. Null for one whose pages are read then,
 * because it is not approved, or was submitted to an earlier version of the service.
 */
export function approvedCards({ approval, link_cards }: Pick<Content, 'approval' | 'link_cards'>): LinkCard[] | null {
  return (approval?.status === 'approved' && link_cards) || null;
}
