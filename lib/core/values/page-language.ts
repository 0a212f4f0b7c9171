/** The languages of the pages and emails that customers of a product see, as BCP 47 tags. */
export const PAGE_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

const RANGE = /^\s*([a-z]{1,8})(?:-[a-z0-9-]*)?\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** Return the language that a browser prefers of those of the pages, English by default. RFC 9110, section 12.5.4. */
export function preferredLanguage(acceptLanguage: string | undefined): PageLanguage {
  let best: { language: PageLanguage; quality: number } = { language: 'en', quality: 0 };
  // A browser sends a few; a longer header costs no more than that.
  for (const range of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [, name = '', q = '1'] = RANGE.exec(range) ?? [];
    const language = PAGE_LANGUAGES.find((each) => each === name.toLowerCase());
    if (language && Number(q) > best.quality) best = { language, quality: Number(q) };
  }
  return best.language;
}
