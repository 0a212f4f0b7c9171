import type { CardSource } from '../../../platforms/kit/definition/link-card.ts';
import { LINK_CARD_RULES } from '../../../platforms/platforms.ts';
import { type CardImage, type CardLink, type Content, type LinkCard, postFor } from '../content.ts';
import { followingParts, type Publishable } from './thread.ts';

/** The most cards of an item. Further links have none. */
export const MAX_LINK_CARDS = 5;
/** A longer URL has no card. */
const MAX_URL_CHARACTERS = 2_048;
/** Characters of a title, and of a description. Platforms show no more. */
const MAX_TEXT = 300;

/** The types of images that a card may have on some platform. */
const IMAGE_TYPES = Object.values(LINK_CARD_RULES).flatMap((rule) => rule?.imageTypes ?? []);

/** A link that is to be read. `isNamed`: by `link`, in place of the first link in the text. */
export type LinkToRead = CardLink & { isNamed: boolean };

/** List the links of an item whose cards this service makes, by platform and in the order of the parts. */
export function listLinks(content: Publishable & Pick<Content, 'platforms'>): LinkToRead[] {
  const links = new Map<string, LinkToRead>();
  for (const platform of content.platforms) {
    const posts: CardSource[] = [postFor(content, platform), ...followingParts(content, platform)];
    for (const [part, post] of posts.entries()) {
      const url = LINK_CARD_RULES[platform]?.urlOf(post) ?? null;
      if (url === null) continue;
      const known = links.get(`${platform} ${url}`) ?? { platform, url, parts: [], isNamed: Boolean(post.link) };
      links.set(`${platform} ${url}`, { ...known, parts: [...known.parts, part] });
    }
  }
  return [...links.values()];
}

/** List the links whose pages are read for an approval: those that a post names first. The others have no card. */
export function linksToRead(content: Publishable & Pick<Content, 'platforms'>): LinkToRead[] {
  return listLinks(content)
    .filter(({ url }) => url.length <= MAX_URL_CHARACTERS)
    .toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed))
    .slice(0, MAX_LINK_CARDS);
}

/** Return whether an image of this type may be the one of a card. */
export function isCardImageType(contentType: string | null): contentType is string {
  return contentType !== null && IMAGE_TYPES.includes(contentType);
}

/**
 * Build the card of a link as its platform shows it: without an image that the platform does not accept. Without a page
 * that could be read (null), a link that the post names has its host as title, and one in the text has no card.
 */
export function newLinkCard(
  { platform, url, parts, isNamed }: LinkToRead,
  page: { title: string; description: string } | null,
  image: CardImage | null,
): LinkCard {
  const link = { platform, url, parts };
  if (page === null) return { ...link, title: isNamed ? new URL(url).hostname : null, description: '', image: null };
  const isAccepted = image && LINK_CARD_RULES[platform]!.imageTypes.includes(image.content_type);
  return { ...link, title: cut(page.title), description: cut(page.description), image: isAccepted ? image : null };
}

function cut(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed();
}
