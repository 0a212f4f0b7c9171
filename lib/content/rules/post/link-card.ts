import type { Content, LinkCard } from '../content.ts';

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
