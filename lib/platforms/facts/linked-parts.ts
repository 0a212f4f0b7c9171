import { type FindLinks, findAddresses, findTags, type LinkedPart } from '../text/text-links.ts';
import { findBlueskyLinks } from './bluesky/links.ts';
import { findInstagramLinks } from './instagram/links.ts';
import type { Platform } from './platforms.ts';
import { findXLinks } from './twitter/links.ts';

/**
 * One row per platform that links other parts of a text than addresses and tags. A separate constant, because only the
 * page of a reviewer shows links.
 */
const LINK_RULES: Partial<Record<Platform, FindLinks>> = {
  instagram: findInstagramLinks,
  twitter: findXLinks,
  bluesky: findBlueskyLinks,
};

/** Find the parts of a text that a platform links, in their order and without overlaps. */
export function findLinkedParts(platform: Platform, text: string): LinkedPart[] {
  let end = 0;
  const found = LINK_RULES[platform]?.(text) ?? [...findAddresses(text), ...findTags(text)];
  const parts = found.toSorted((one, other) => one.start - other.start || other.end - one.end);
  return parts.filter((part) => {
    if (part.start < end) return false;
    end = part.end;
    return true;
  });
}
