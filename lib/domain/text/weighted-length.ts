import { urlsIn } from './post-urls.ts';

/** What every address counts, however long it is: X puts its own short one in its place. */
const URL_WEIGHT = 23;

/** The code points that count 1. All others count 2. */
const LIGHT_RANGES = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;

/** Any character that counts 2. */
const HEAVY = '字';

/**
 * A picture drawn as one counts 2. Which sequences there are follows Unicode's list (`RGI_Emoji`), because X
 * counts every emoji 2, new ones too. Before it stand the spellings outside that list which X takes for one
 * picture: a selector before a skin tone, a selector behind what needs none, a key and the eye in a speech
 * bubble without selectors.
 */
const EMOJI = new RegExp(
  [
    String.raw`[\u261D\u26F9\u270C\u270D🏋🏌🕴🕵🖐]\uFE0F\p{Emoji_Modifier}`,
    String.raw`[\u231A\u231B\u25FD\u25FE\u2614\u2615\u2648-\u2653\u267F\u2693\u26A1\u26AA\u26AB\u26BD\u26BE\u26C4\u26C5\u26D4\u26EA\u26F2\u26F3\u26F5\u26FA\u26FD\u2757\u2B1B\u2B1C\u2B50\u2B55🀄🈚🈯]\uFE0F`,
    String.raw`[0-9#*]\u20E3`,
    String.raw`👁\u200D🗨`,
    String.raw`\p{RGI_Emoji}`,
  ].join('|'),
  'gv',
);

const REFUSED = /[\uFFFE\uFEFF\uFFFF]/;

function weightWithoutUrls(text: string): number {
  let weight = 0;
  for (const character of text.replace(EMOJI, HEAVY)) {
    const point = character.codePointAt(0)!;
    weight += LIGHT_RANGES.some(([first, last]) => first <= point && point <= last) ? 1 : 2;
  }
  return weight;
}

/**
 * The length of a post as X counts it, which may be 280 at most: of the text in NFC, 23 for every address X
 * links, 2 for every emoji with all its parts, 1 for Latin and the scripts next to it, 2 for the rest.
 * Linear in the length of the text.
 * Source: docs.x.com, "Counting characters"; twitter-text 3.1.0, configuration version 3.
 */
export function weightedLength(text: string): number {
  const composed = text.normalize('NFC');
  const urls = urlsIn(composed);
  let weight = urls.length * URL_WEIGHT;
  let from = 0;
  for (const { start, end } of urls) {
    weight += weightWithoutUrls(composed.slice(from, start));
    from = end;
  }
  return weight + weightWithoutUrls(composed.slice(from));
}

/**
 * The first character X refuses a whole post for, as `U+FEFF`, or null when there is none: the byte order
 * mark and the two noncharacters at the end of the first plane. Source: twitter-text 3.1.0.
 */
export function characterRefusedByX(text: string): string | null {
  const refused = REFUSED.exec(text)?.[0];
  return refused === undefined ? null : `U+${refused.charCodeAt(0).toString(16).toUpperCase()}`;
}
