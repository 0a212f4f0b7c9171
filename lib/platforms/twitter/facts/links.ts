import { BEFORE_MENTION, findMatches, findTags, findUrlLinks, type LinkedPart } from '../../kit/text/text-links.ts';

/** At most 15 letters, digits and underscores. */
const MENTION = new RegExp(`${BEFORE_MENTION}@[a-z0-9_]{1,15}(?![a-z0-9_])`, 'giu');

/** Find what X links in a text: URLs, hashtags and user names. */
export function findLinks(text: string): LinkedPart[] {
  return [...findUrlLinks(text), ...findTags(text), ...findMatches(text, MENTION)];
}
