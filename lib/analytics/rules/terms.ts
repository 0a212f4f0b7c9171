import { ELISIONS, stopWordsIn } from './stop-words.ts';

/** Maximum number of hashtags and of topics taken from a text: the first ones. */
export const MAX_TERMS = 60;
/** Maximum number of words of a topic. */
const MAX_WORDS = 3;
/** Number of words of a text that are read for topics. */
const WORDS_READ = 1_000;
/** Maximum length in code points: longer words do not recur, longer hashtags exist on no platform. */
const MAX_WORD_LENGTH = 50;
const MAX_HASHTAG_LENGTH = 100;

// Every repeating pattern starts after a character that cannot be part of it, so that matching a text of one endless
// word takes linear time.

/** `#️⃣`, `1️⃣`: a character with U+20E3 renders as a keycap, and is neither a hashtag nor part of one. */
const KEYCAP = /[0-9#*]\uFE0F?\u20E3/gu;
const URL_WITH_SCHEME = /(?<![a-z0-9+.-])(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>"“”「」『』。、，！？（）]+/giu;
// Without a scheme, a common top-level domain or a path distinguishes a URL from a missing space after a full stop.
const ENDINGS = 'com|org|net|edu|gov|info|biz|dev|app|co|io|ai|me|tv|eu|uk|de|fr|es|pt|br';
const URL_WITHOUT_SCHEME = new RegExp(
  String.raw`(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]+\.)+` +
    String.raw`(?:(?:${ENDINGS})(?![\p{L}\p{N}])(?:[/?#:][^\s<>"“”]*)?|\p{L}{2,24}/[^\s<>"“”]*)`,
  'gu',
);
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[a-z0-9.-]+\.[a-z]{2,24}(?:[/?#]\S*)?/giu;
const MENTION = /(?<![\p{L}\p{N}_])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.@-]*[\p{L}\p{N}_])?/gu;

// Characters of a hashtag: the alphabet of twitter-text without its rarest members. Variation selectors and enclosing
// marks belong to emoji. Joiners occur only between two other characters.
const TAG_CHARACTERS = String.raw`[[\p{L}\p{Mn}\p{Mc}\p{N}_]--[\uFE00-\uFE0F]]`;
const TAG_WORD = String.raw`[\p{L}\p{N}_]${TAG_CHARACTERS}*(?:[\u200C\u200D\u00B7\u30FB]${TAG_CHARACTERS}+)*`;
/** Hashtags, also without a space between them; not after a letter, nor in an HTML entity (`&#x27;`). */
const HASHTAGS = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}_&])(?:#${TAG_WORD})+`, 'gv');
const APOSTROPHE = /['\u2019\u02BC]/u;
// `Intl.Segmenter` treats these between two letters as part of one word (`end.Next`).
const INNER_STOP = /(?<=\p{L})[.:](?=\p{L})/gu;
const LETTERS_ONLY = /^\p{L}[\p{L}\p{M}\u200C\u200D]*$/u;
/** Scripts in which two characters form a word: no spaces between words, or one syllable per character. */
const SYLLABIC = new RegExp(
  ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('|'),
  'u',
);
/** Separators allowed between two words of a term. */
const TERM_GAP = /^(?: *|[-\u2010\u2011])$/u;

let segmenter: Intl.Segmenter | undefined;

/**
 * Return the word segmenter, created on first use. The language of a text is unknown. Word boundaries of scripts with
 * spaces do not depend on it, and other scripts use the dictionary of the script. The locale is fixed so that the
 * result does not depend on the machine. Creating the segmenter takes longer than most functions take to start.
 */
function words(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return segmenter;
}

/** Normalize a term: compatibility forms unified (NFKC), lower case. */
function keyOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

function lengthOf(text: string): number {
  return [...text].length;
}

function withoutAddresses(text: string): string {
  // A line break replaces a URL, so that the words around it do not become adjacent.
  return text
    .normalize('NFKC')
    .replace(KEYCAP, '\n')
    .replace(URL_WITH_SCHEME, '\n')
    .replace(EMAIL, '\n')
    .replace(URL_WITHOUT_SCHEME, '\n');
}

/**
 * Extract the distinct hashtags of a text, in order of first occurrence, at most 60.
 * Lower-cased NFKC with a leading `#`, so that `#Café`, `＃ＣＡＦÉ` and `#café` are equal. A hashtag is `#` followed by
 * letters, marks, digits and underscores, at least one of them a letter, at most 100 code points. It does not start
 * within a word, a URL, an email address or a keycap emoji, and ends before an emoji.
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
 * Extract the distinct topics of the first 1,000 words of a text, in reading order, at most 60.
 * Topics are words, pairs and triples of words separated by a space, a hyphen or (in scripts without spaces) nothing;
 * letters only, lower-cased NFKC, 3 code points (2 in syllabic scripts) to 50. Stop words separate the words around
 * them. URLs, email addresses, mentions, hashtags, elisions and the English genitive are removed. Nothing is stemmed.
 */
export function topicsOf(text: string): string[] {
  const read = wordsOf(text);
  const isStopWord = stopWordsIn(read.map(({ key }) => key));
  const found = new Set<string>();
  /** Topics that end with the preceding word, to be extended by the next one: at most two. */
  let extendable: string[] = [];
  for (const { key, gap } of read) {
    const word = topicWord(key, isStopWord);
    const joined = word !== null && TERM_GAP.test(gap) ? extendable : [];
    const topics = word === null ? [] : [word, ...joined.map((left) => left + (gap === '' ? '' : ' ') + word)];
    for (const topic of topics) {
      found.add(topic);
      if (found.size === MAX_TERMS) return [...found];
    }
    extendable = topics.slice(0, MAX_WORDS - 1);
  }
  return [...found];
}

/** Return all counted terms of a text: its hashtags, then its topics. */
export function termsOf(text: string): string[] {
  return [...hashtagsOf(text), ...topicsOf(text)];
}

/** Return the shorter topics within a topic: `big` and `big summer` of `big summer sale`, `人工` and `知能` of `人工知能`. */
export function subphrasesOf(topic: string): string[] {
  const read = [...words().segment(topic)].filter(({ isWordLike }) => isWordLike);
  return read
    .flatMap(({ index }, at) => read.slice(at).map((last) => topic.slice(index, last.index + last.segment.length)))
    .filter((part) => part !== topic);
}

/** Return the normalized words of a text, each with the separator before it. */
function wordsOf(text: string): { key: string; gap: string }[] {
  const prose = withoutAddresses(text).replace(MENTION, '\n').replace(HASHTAGS, '\n').replace(INNER_STOP, '\n');
  const read: { key: string; gap: string }[] = [];
  let gap = '';
  for (const { segment, isWordLike } of words().segment(prose)) {
    if (isWordLike) read.push({ key: keyOf(segment), gap });
    if (read.length === WORDS_READ) break;
    gap = isWordLike ? '' : gap + segment;
  }
  return read;
}

/** Return the topic of a word, or null if it is not a topic. */
function topicWord(key: string, isStopWord: (word: string) => boolean): string | null {
  if (isStopWord(key)) return null;
  const word = withoutApostrophe(key);
  if (word === null || isStopWord(word) || !LETTERS_ONLY.test(word)) return null;
  const length = lengthOf(word);
  return length >= (SYLLABIC.test(word) ? 2 : 3) && length <= MAX_WORD_LENGTH ? word : null;
}

/** Remove an elision or genitive: `l'économie` → `économie`, `apple's` → `apple`; null for contractions. */
function withoutApostrophe(word: string): string | null {
  const [left, right, ...more] = word.split(APOSTROPHE);
  if (left === undefined || right === undefined) return word;
  if (more.length > 0) return null;
  if (ELISIONS.has(left)) return right;
  return right === 's' ? left : null;
}
