import { BEFORE_MENTION, findMatches, findTags, type LinkedPart } from '../../kit/text/text-links.ts';

/** Letters, digits, underscores, and dots that are not at the end. */
const MENTION = new RegExp(`${BEFORE_MENTION}@[a-z0-9_](?:[a-z0-9_.]*[a-z0-9_])?`, 'giu');

/** Find what Instagram links in a caption: hashtags and user names, and no URLs. */
export function findLinks(text: string): LinkedPart[] {
  return [...findTags(text), ...findMatches(text, MENTION)];
}
