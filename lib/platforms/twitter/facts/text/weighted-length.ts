import { splitAtUrls } from './post-urls.ts';

/** The weight of every URL, however long: X replaces it with a t.co link. */
const URL_WEIGHT = 23;

/** The code points with weight 1. All others have weight 2. */
const LIGHT_RANGES = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;

/** Any character with weight 2. */
const HEAVY = '字';

let emojiPattern: RegExp | undefined;

/**
 * Build the pattern of emoji sequences, all of weight 2, on first use: parsing Unicode's list takes longer than
 * a request. Follows that list, because X gives new emoji weight 2 too. The first rows are spellings outside the list that
 * X treats as one emoji: a selector before a skin tone or after a character that needs none, a keycap and the eye in a
 * speech bubble without selectors. The other rows are the parts of `RGI_Emoji`, those with the longest sequences first: as
 * one property, it takes ten times longer to match.
 */
function buildEmojiPattern(): RegExp {
  const sequences = [
    String.raw`[\u261D\u26F9\u270C\u270D🏋🏌🕴🕵🖐]\uFE0F\p{Emoji_Modifier}`,
    String.raw`[\u231A\u231B\u25FD\u25FE\u2614\u2615\u2648-\u2653\u267F\u2693\u26A1\u26AA\u26AB\u26BD\u26BE\u26C4\u26C5\u26D4\u26EA\u26F2\u26F3\u26F5\u26FA\u26FD\u2757\u2B1B\u2B1C\u2B50\u2B55🀄🈚🈯]\uFE0F`,
    String.raw`[0-9#*]\u20E3`,
    String.raw`👁\u200D🗨`,
    String.raw`\p{RGI_Emoji_ZWJ_Sequence}`,
    String.raw`\p{RGI_Emoji_Tag_Sequence}`,
    String.raw`\p{RGI_Emoji_Modifier_Sequence}`,
    String.raw`\p{RGI_Emoji_Flag_Sequence}`,
    String.raw`\p{Emoji_Keycap_Sequence}`,
    String.raw`\p{Basic_Emoji}`,
  ].join('|');
  // Looks at one character before it tries thousands of sequences.
  return new RegExp(String.raw`(?=\p{Emoji})(?:${sequences})`, 'gv');
}

// Each emoji of several code points has a selector, a keycap, a joiner, a skin tone, a letter of a flag or a tag.
const IN_EMOJI_SEQUENCE = /[\u200D\u20E3\uFE0F\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]/u;

const REJECTED = /[\uFFFE\uFEFF\uFFFF]/;

/** Replace each emoji sequence by one heavy character. An emoji of one code point is as heavy as it is. */
function replaceEmojiSequences(text: string): string {
  if (!IN_EMOJI_SEQUENCE.test(text)) return text;
  emojiPattern ??= buildEmojiPattern();
  return text.replace(emojiPattern, HEAVY);
}

function weightWithoutUrls(text: string): number {
  // No emoji sequence is all ASCII.
  if (!/[^\0-\x7F]/.test(text)) return text.length;
  let weight = 0;
  for (const character of replaceEmojiSequences(text)) {
    const point = character.codePointAt(0)!;
    weight += LIGHT_RANGES.some(([first, last]) => first <= point && point <= last) ? 1 : 2;
  }
  return weight;
}

/**
 * Count the length of a post as X does, in linear time; the maximum is 280. Of the text in NFC: 23 for every URL that X
 * links, 2 for every emoji sequence, 1 for Latin and neighboring scripts, 2 for the rest. Source: docs.x.com, "Counting
 * characters"; twitter-text 3.1.0, configuration version 3.
 */
export function weightedLength(text: string): number {
  const parts = splitAtUrls(text.normalize('NFC'));
  return parts.reduce((weight, part) => weight + weightWithoutUrls(part), (parts.length - 1) * URL_WEIGHT);
}

/** Find the first character that makes X reject a whole post, as `U+FEFF`; null for none. Source: twitter-text 3.1.0. */
export function findRejectedCharacter(text: string): string | null {
  const rejected = REJECTED.exec(text)?.[0];
  return rejected === undefined ? null : `U+${rejected.charCodeAt(0).toString(16).toUpperCase()}`;
}
