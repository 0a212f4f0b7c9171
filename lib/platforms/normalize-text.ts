/** Normalize a text for a comparison of two copies of a post: platforms trim white space, and some convert to NFC. */
export function normalizeForComparison(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
