import { setTexts } from './texts.ts';

const STORED_AS = 'language';

/**
 * Choose the language that the person stored, or the first of the browser's that the dashboard has, else English. Tags of
 * the browser that are not valid are ignored: Chromium has `en-US@posix` where `LANG` is `C`.
 */
export function chooseLanguage(available: readonly string[], stored: string | null, tags: readonly string[]) {
  const preferred = tags.filter(isLanguageTag);
  const has = (locale: string) => available.includes(baseOf(locale));
  const language = stored !== null && available.includes(stored) ? stored : baseOf(preferred.find(has) ?? 'en');
  // The region decides about times and numbers: `de-AT` where the browser has it, for texts in `de`.
  return { language, locale: preferred.find((locale) => baseOf(locale) === language) ?? language };
}

/**
 * Load the texts of the chosen language, or English where they cannot be loaded. Rejects without either. `given`: that of a
 * product, which comes before the choice of the person.
 */
export async function startLanguage(given: string | null): Promise<void> {
  const stored = given ?? localStorage.getItem(STORED_AS);
  const chosen = chooseLanguage(availableLanguages(), stored, navigator.languages);
  await load(chosen).catch(() => load({ language: 'en', locale: 'en-GB' }));
}

async function load({ language, locale }: { language: string; locale: string }): Promise<void> {
  // The build makes one file of each language.
  const { default: texts } = await import(`../../languages/${language}.json`);
  document.documentElement.lang = language;
  setTexts(texts, language, locale);
}

/** Store the language of the dashboard and load the page in it. */
export function changeLanguage(language: string): void {
  localStorage.setItem(STORED_AS, language);
  location.reload();
}

/** Return the languages of the build, one per file of `dashboard/languages/`. */
export function availableLanguages(): string[] {
  return document.documentElement.dataset.languages!.split(' ');
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

function baseOf(locale: string): string {
  return locale.split('-')[0]!;
}
