/** The most words of an item that are found. The title comes first, then its texts in their order. */
export const MAX_WORDS = 200;
const MAX_WORD_LENGTH = 30;

/**
 * List the distinct words of texts, in their order: runs of letters and digits, in lower case, without diacritics, cut at
 * 30 characters. A text without spaces between its words is one word.
 */
export function wordsOf(texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    const plain = text
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .toLowerCase();
    for (const [word] of plain.matchAll(/[\p{L}\p{N}]+/gu)) words.add([...word].slice(0, MAX_WORD_LENGTH).join(''));
  }
  return [...words];
}

/**
 * Leave out the words that begin another one, and keep the order: a search by prefixes finds them by the longer word.
 */
export function withoutPrefixes(words: readonly string[]): string[] {
  const sorted = [...new Set(words)].sort();
  // The words that begin with a word directly follow it.
  const longest = new Set(sorted.filter((word, index) => !sorted[index + 1]?.startsWith(word)));
  return words.filter((word) => longest.has(word));
}

/** Encode a word as ASCII, as part of a key: a prefix of the word is a prefix of the code. */
export function toTerm(word: string): string {
  return encodeURIComponent(word);
}
