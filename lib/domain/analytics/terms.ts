import { ELISIONS, stopWordsIn } from './stop-words.ts';

/** A text gives at most this many hashtags and this many topics: the first ones. */
export const MAX_TERMS = 60;

/** A topic has at most this many words. */
const MAX_WORDS = 3;

/** Of a text, so many words are read for topics. */
const WORDS_READ = 1_000;

/** Longer runs of letters, in code points, are no word anybody repeats; longer hashtags no platform takes. */
const MAX_WORD_LENGTH = 50;
const MAX_HASHTAG_LENGTH = 100;

// Every pattern that repeats begins behind a character that cannot be part of it, so that a text of one
// endless word is read once and not once per character.

/** `#️⃣`, `1️⃣`: a sign with U+20E3 is drawn as a key, and is neither a hashtag nor part of one. */
const KEYCAP = /[0-9#*]\uFE0F?\u20E3/gu;
const URL_WITH_SCHEME =
  /(?<![a-z0-9+.-])(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>"“”「」『』。、，！？（）]+/giu;
// Without a scheme, a common ending or a path tells an address from a space missed after a full stop.
const ENDINGS = 'com|org|net|edu|gov|info|biz|dev|app|co|io|ai|me|tv|eu|uk|de|fr|es|pt|br';
const URL_WITHOUT_SCHEME = new RegExp(
  String.raw`(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]+\.)+` +
    String.raw`(?:(?:${ENDINGS})(?![\p{L}\p{N}])(?:[/?#:][^\s<>"“”]*)?|\p{L}{2,24}/[^\s<>"“”]*)`,
  'gu',
);
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[a-z0-9.-]+\.[a-z]{2,24}(?:[/?#]\S*)?/giu;
const MENTION = /(?<![\p{L}\p{N}_])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.@-]*[\p{L}\p{N}_])?/gu;

// What a hashtag is made of: twitter-text's alphabet without its rarest members. Variation selectors and
// enclosing marks belong to emoji. Joiners stand only between two other characters.
const TAG_CHARACTERS = String.raw`[[\p{L}\p{Mn}\p{Mc}\p{N}_]--[\uFE00-\uFE0F]]`;
const TAG_WORD = String.raw`[\p{L}\p{N}_]${TAG_CHARACTERS}*(?:[\u200C\u200D\u00B7\u30FB]${TAG_CHARACTERS}+)*`;
/** Hashtags, also without a space between them; not behind a letter, nor in an HTML entity (`&#x27;`). */
const HASHTAGS = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}_&])(?:#${TAG_WORD})+`, 'gv');

const APOSTROPHE = /['\u2019\u02BC]/u;
// `Intl.Segmenter` takes these between two letters for a part of one word (`end.Next`).
const INNER_STOP = /(?<=\p{L})[.:](?=\p{L})/gu;
const LETTERS_ONLY = /^\p{L}[\p{L}\p{M}\u200C\u200D]*$/u;
/** Scripts in which two characters make a word: no spaces between words, or a syllable per character. */
const SYLLABIC = new RegExp(
  ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('|'),
  'u',
);
/** What may stand between two words of a term. */
const TERM_GAP = /^(?: *|[-\u2010\u2011])$/u;

let segmenter: Intl.Segmenter | undefined;

/**
 * The language is not known. The word boundaries of scripts with spaces do not depend on it, and the others are
 * looked up in the dictionary of their script. It is named so that the machine's own locale is not used. Made when
 * it is first needed: it takes longer to make than most functions take to start.
 */
function words(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return segmenter;
}

/** The one way to write a term: compatibility forms unified (NFKC), lower case. */
function keyOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

function lengthOf(text: string): number {
  return [...text].length;
}

function withoutAddresses(text: string): string {
  // A line break in place of an address, so that the words around it do not become neighbours.
  return text
    .normalize('NFKC')
    .replace(KEYCAP, '\n')
    .replace(URL_WITH_SCHEME, '\n')
    .replace(EMAIL, '\n')
    .replace(URL_WITHOUT_SCHEME, '\n');
}

/**
 * The hashtags of a text, each once, in the order they first appear, at most 60: lower-cased NFKC with a
 * leading `#`, so that `#Café`, `＃ＣＡＦÉ` and `#café` are one. A hashtag is `#` with letters, marks, digits
 * and underscores behind it, at least one of them a letter, at most 100 code points; it does not begin
 * within a word, an address (URL, e-mail) or a keycap emoji, and ends before an emoji.
 */
export function hashtagsOf(text: string): string[] {
  const found = new Set<string>();
  for (const [run] of withoutAddresses(text).matchAll(HASHTAGS)) {
    for (const name of run.slice(1).split('#')) {
      const tag = `#${keyOf(name)}`;
      if (/\p{L}/u.test(name) && lengthOf(tag) <= MAX_HASHTAG_LENGTH + 1) found.add(tag);
      if (found.size === MAX_TERMS) return [...found];
    }
  }
  return [...found];
}

/**
 * The topics of a text, each once, in reading order, at most 60, of the first 1,000 words: single words, and pairs
 * and triples of words with nothing but a space, a hyphen or (in scripts without spaces) nothing between them.
 * Words are those of `Intl.Segmenter`, lower-cased NFKC, letters only, at least 3 code points (2 in Chinese, Japanese, Korean
 * and the scripts of South-East Asia) and at most 50; stop words of the text's languages are none and part
 * the words around them. URLs, e-mail addresses, mentions and hashtags are taken out first. Elisions and the
 * English genitive are removed (`l'économie`, `Apple's`). Nothing is stemmed: `car` and `cars` are two topics.
 */
export function topicsOf(text: string): string[] {
  const read = wordsOf(text);
  const isStopWord = stopWordsIn(read.map(({ key }) => key));
  const found = new Set<string>();
  /** What the words right before this one make with it: two, one, none. */
  let open: string[] = [];
  for (const { key, gap } of read) {
    const word = topicWord(key, isStopWord);
    const joined = word !== null && TERM_GAP.test(gap) ? open : [];
    const made = word === null ? [] : [word, ...joined.map((left) => left + (gap === '' ? '' : ' ') + word)];
    for (const topic of made) {
      found.add(topic);
      if (found.size === MAX_TERMS) return [...found];
    }
    open = made.slice(0, MAX_WORDS - 1);
  }
  return [...found];
}

/** All that is counted of a text: its hashtags, then its topics. */
export function termsOf(text: string): string[] {
  return [...hashtagsOf(text), ...topicsOf(text)];
}

/** The shorter topics within a topic: `big`, `big summer`, … of `big summer sale`, `人工` and `知能` of `人工知能`. */
export function subphrasesOf(topic: string): string[] {
  const read = [...words().segment(topic)].filter(({ isWordLike }) => isWordLike);
  return read
    .flatMap(({ index }, at) =>
      read.slice(at).map((last) => topic.slice(index, last.index + last.segment.length)),
    )
    .filter((part) => part !== topic);
}

/** The words of a text as they are compared, each with what stands before it. */
function wordsOf(text: string): { key: string; gap: string }[] {
  const prose = withoutAddresses(text)
    .replace(MENTION, '\n')
    .replace(HASHTAGS, '\n')
    .replace(INNER_STOP, '\n');
  const read: { key: string; gap: string }[] = [];
  let gap = '';
  for (const { segment, isWordLike } of words().segment(prose)) {
    if (isWordLike) read.push({ key: keyOf(segment), gap });
    if (read.length === WORDS_READ) break;
    gap = isWordLike ? '' : gap + segment;
  }
  return read;
}

/** The topic a word names, or null when it names none. */
function topicWord(key: string, isStopWord: (word: string) => boolean): string | null {
  if (isStopWord(key)) return null;
  const word = withoutApostrophe(key);
  if (word === null || isStopWord(word) || !LETTERS_ONLY.test(word)) return null;
  const length = lengthOf(word);
  return length >= (SYLLABIC.test(word) ? 2 : 3) && length <= MAX_WORD_LENGTH ? word : null;
}

/** `l'économie` → `économie`, `apple's` → `apple`; null for contractions, none of which is a topic. */
function withoutApostrophe(word: string): string | null {
  const [left, right, ...more] = word.split(APOSTROPHE);
  if (left === undefined || right === undefined) return word;
  if (more.length > 0) return null;
  if (ELISIONS.has(left)) return right;
  return right === 's' ? left : null;
}
