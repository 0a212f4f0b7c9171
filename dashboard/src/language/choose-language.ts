import english from '../../languages/en.json' with { type: 'json' };
import { setTexts } from './texts.ts';

const STORED_AS = 'language';

/** Choose the language that the person stored, or the first of the browser's that the dashboard has, else English. */
export function chooseLanguage(available: readonly string[], stored: string | null, preferred: readonly string[]) {
  const has = (locale: string) => available.includes(baseOf(locale));
  const language = stored !== null && available.includes(stored) ? stored : baseOf(preferred.find(has) ?? 'en');
  // The region decides about times and numbers: `de-AT` where the browser has it, for texts in `de`.
  return { language, locale: preferred.find((locale) => baseOf(locale) === language) ?? language };
}

/** Load the texts of the chosen language. While they cannot be loaded, the dashboard is in English. */
export async function startLanguage(): Promise<void> {
  const stored = localStorage.getItem(STORED_AS);
  const { language, locale } = chooseLanguage(availableLanguages(), stored, navigator.languages);
  document.documentElement.lang = language;
  if (language === 'en') return setTexts(english, language, locale);
  try {
    // The build makes one file of each language.
    const { default: texts } = await import(`../../languages/${language}.json`);
    setTexts(texts, language, locale);
  } catch {
    document.documentElement.lang = 'en';
  }
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

function baseOf(locale: string): string {
  return locale.split('-')[0]!;
}
