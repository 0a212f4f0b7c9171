import { urlsIn } from './post-urls.ts';

// What a hashtag is made of, as `hashtagsOf` has it: variation selectors belong to emoji.
const TAG_CHARACTERS = String.raw`[[\p{L}\p{Mn}\p{Mc}\p{N}_]--[\uFE00-\uFE0F]]`;
/** Hashtags, also without a space between them; not behind a letter, nor in an HTML entity (`&#x27;`). */
const HASHTAGS = new RegExp(String.raw`(?<!${TAG_CHARACTERS}|&)(?:#[\p{L}\p{N}_]${TAG_CHARACTERS}*)+`, 'gv');
/** Names as Instagram has them, in ASCII; not behind what makes an e-mail address of it. */
const MENTIONS = /(?<![\p{L}\p{M}\p{N}_.%+@-])@[a-z0-9_][a-z0-9_.]*/giu;

function withoutUrls(text: string): string {
  const unified = text.normalize('NFKC');
  let from = 0;
  let rest = '';
  for (const { start, end } of urlsIn(unified)) {
    rest += `${unified.slice(from, start)} `;
    from = end;
  }
  return rest + unified.slice(from);
}

/**
 * How many hashtags a text has, each occurrence counted: `#` with letters, marks, digits and underscores
 * behind it, at least one of them a letter; not within a word or an address.
 */
export function countHashtags(text: string): number {
  const names = [...withoutUrls(text).matchAll(HASHTAGS)].flatMap(([run]) => run.slice(1).split('#'));
  return names.filter((name) => /\p{L}/u.test(name)).length;
}

/** How many `@name` a text has, each occurrence counted; not within a word or an address of any kind. */
export function countMentions(text: string): number {
  return [...withoutUrls(text).matchAll(MENTIONS)].length;
}
