/**
 * Text as two copies of a post are compared: in NFC, with every run of white space as one space and none at
 * the ends. Platforms trim what they are given, and some compose it.
 */
export function normalizeForComparison(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
