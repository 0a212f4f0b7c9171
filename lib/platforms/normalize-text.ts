/**
 * Normalize a text to compare two copies of a post.
 *
 * The result is in NFC and trimmed, with each run of white space as one space. Platforms trim texts, and some convert them to NFC.
 */
export function normalizeForComparison(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
