import { type LinkedPart, toWebUrl } from '../../kit/text/text-links.ts';
import { findLinkedParts } from './rich-text.ts';

/** Find what a post on Bluesky links: the parts that the adapter sends as its facets. */
export function findLinks(text: string): LinkedPart[] {
  return findLinkedParts(text).map((part) => {
    const { start, end } = part;
    return { start, end, href: part.kind === 'link' ? toWebUrl(part.uri) : null };
  });
}
