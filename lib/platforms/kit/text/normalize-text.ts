/**
 * Normalize a text for a comparison of two copies of a post. This undoes only what platforms do: they trim white space,
 * and some convert to NFC. Anything else would take a different text for the same one.
 */
export function normalizeForComparison(text: string): string {
  return text.normalize('NFC').trim();
}
