import { splitAtUrls } from '../../twitter/facts/text/post-urls.ts';

// The same alphabet as `lib/analytics/rules/terms.ts`: variation selectors belong to emoji.
const TAG_CHARACTERS = String.raw`[[\p{L}\p{Mn}\p{Mc}\p{N}_]--[\uFE00-\uFE0F]]`;
/**
 * Hashtags, also without a space between them; not after a letter, nor in an HTML entity (`&#x27;`). Built on first
 * use: its character classes take longer than a request.
 */
let hashtags: RegExp | undefined;
/** Instagram user names, in ASCII; not after characters that make it an email address. */
const MENTIONS = /(?<![\p{L}\p{M}\p{N}_.%+@-])@[a-z0-9_][a-z0-9_.]*/giu;

const withoutUrls = (text: string) => splitAtUrls(text.normalize('NFKC')).join(' ');

/** Count the hashtags in a text: `#` and letters, marks, digits or `_`, with a letter; not within a word or URL. */
export function countHashtags(text: string): number {
  if (!text.normalize('NFKC').includes('#')) return 0;
  hashtags ??= new RegExp(String.raw`(?<!${TAG_CHARACTERS}|&)(?:#[\p{L}\p{N}_]${TAG_CHARACTERS}*)+`, 'gv');
  const names = [...withoutUrls(text).matchAll(hashtags)].flatMap(([run]) => run.slice(1).split('#'));
  return names.filter((name) => /\p{L}/u.test(name)).length;
}

/** Count the `@name` mentions in a text, every occurrence; not within a word, URL or email address. */
export function countMentions(text: string): number {
  return text.normalize('NFKC').includes('@') ? [...withoutUrls(text).matchAll(MENTIONS)].length : 0;
}
