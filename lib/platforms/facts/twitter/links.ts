import { BEFORE_MENTION, findAddresses, findMatches, findTags, type LinkedPart } from '../../text/text-links.ts';

/** At most 15 letters, digits and underscores. */
const MENTION = new RegExp(`${BEFORE_MENTION}@[a-z0-9_]{1,15}(?![a-z0-9_])`, 'giu');

/** Find what X links in a text: URLs, hashtags and user names. */
export function findLinks(text: string): LinkedPart[] {
  return [...findAddresses(text), ...findTags(text), ...findMatches(text, MENTION)];
}
