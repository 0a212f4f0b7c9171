import { findUrls } from '../../twitter/facts/text/post-urls.ts';

/** A part of a text that a platform links, by UTF-16 code units. `href` is null for a tag and for a mention. */
export type LinkedPart = { start: number; end: number; href: string | null };

/** Finds the parts of a text that a platform links, in any order; of overlapping ones, the first counts. */
export type FindLinks = (text: string) => LinkedPart[];

/** Characters before which `@` begins no mention, because it belongs to an email address or a word. */
export const BEFORE_MENTION = String.raw`(?<![\p{L}\p{M}\p{N}_.%+@-])`;

const TAG = /(?<![\p{L}\p{M}\p{N}_&])#[\p{L}\p{M}\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*/gu;

/** Find the hashtags of a text. */
export function findTags(text: string): LinkedPart[] {
  return findMatches(text, TAG);
}

/** Find the parts of a text that match a global pattern, as links without a URL. */
export function findMatches(text: string, pattern: RegExp): LinkedPart[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => {
    return { start: index, end: index + found.length, href: null };
  });
}

/** Find the URLs in a text, with or without a protocol, by the rules of X. */
export function findUrlLinks(text: string): LinkedPart[] {
  // The rules need NFC; positions in another form would not be those of the text.
  if (text.normalize('NFC') !== text) return [];
  return findUrls(text).map(({ start, end }) => {
    const url = text.slice(start, end);
    return { start, end, href: toWebUrl(/^https?:/i.test(url) ? url : `https://${url}`) };
  });
}

/** Find what most platforms link: URLs and hashtags. */
export function findUrlsAndTags(text: string): LinkedPart[] {
  return [...findUrlLinks(text), ...findTags(text)];
}

/** Return a URL that a link may lead to, or null: only http and https. */
export function toWebUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
