import { describePlatform, type Platform } from '../platforms.ts';
import type { Content } from './content.ts';

export type LinkCard = NonNullable<Content['link_cards']>[number];

/**
 * What a part shows of a link: its card as it was read at the submission for approval, no card because the page could not
 * be read, or a card that is made at the time of publication.
 */
export type ShownCard = { kind: 'read'; card: LinkCard } | { kind: 'none' | 'unread'; url: string };

/**
 * Return the card of a part of an item; null without a link.
 * @param url the link whose card the part would show.
 */
export function shownCard(
  cards: LinkCard[] | null | undefined,
  platform: Platform,
  part: number,
  url: string | null,
): ShownCard | null {
  const card = cards?.find((each) => each.platform === platform && each.parts.includes(part));
  if (card) return card.title === null ? { kind: 'none', url: card.url } : { kind: 'read', card };
  if (url === null) return null;
  // Other platforms read the page themselves.
  return { kind: cards && describePlatform(platform).showsLinkCards ? 'none' : 'unread', url };
}

/** Return the host of a link, which may be written without a protocol. */
export function hostOf(link: string): string {
  const url = /^https?:/i.test(link) ? link : `https://${link}`;
  return URL.canParse(url) ? new URL(url).hostname : link;
}
