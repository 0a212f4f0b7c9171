import type { LinkedPart } from './kit/text/text-links.ts';
import { LINK_FINDERS, type Platform } from './platforms.ts';

/** Find the parts of a text that a platform links, in their order and without overlaps. */
export function findLinkedParts(platform: Platform, text: string): LinkedPart[] {
  let end = 0;
  const parts = LINK_FINDERS[platform](text).toSorted((one, other) => one.start - other.start || other.end - one.end);
  return parts.filter((part) => {
    if (part.start < end) return false;
    end = part.end;
    return true;
  });
}
