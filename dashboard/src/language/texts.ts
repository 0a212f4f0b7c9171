import { IntlMessageFormat } from 'intl-messageformat';
import type { ComponentChildren, VNode } from 'preact';
import type english from '../../languages/en.json';

type English = typeof english;

/** The texts of a language: sections of messages in the ICU format. */
type Texts = Record<string, Record<string, string>>;

/** The name of a text: its section and its key, for example `calendar.title`. */
export type TextKey = { [S in keyof English & string]: `${S}.${keyof English[S] & string}` }[keyof English & string];

type Value = string | number | boolean | Date | null | undefined;

/** What replaces `<name>…</name>` in a message. */
type Element = (content: ComponentChildren[]) => VNode;

let texts: Texts = {};
let chosen = { language: 'en', locale: 'en-GB' };
const formats = new Map<string, IntlMessageFormat>();

/** Return a text in the language of the dashboard, with its values. */
export function t(key: TextKey, values?: Record<string, Value>): string {
  return String(formatOf(key).format(values));
}

/** Return a text with elements: `<link>…</link>` in the message becomes what `values.link` returns of its content. */
export function rich(key: TextKey, values: Record<string, Value | Element>): ComponentChildren {
  return formatOf(key).format<ComponentChildren>(values as Record<string, Value>) as ComponentChildren;
}

/** Return whether a text exists, for names of the API that a later version may add to. */
export function hasText(key: string): key is TextKey {
  const [section, name] = key.split('.') as [string, string];
  return texts[section]?.[name] !== undefined;
}

/** Return the locale in which numbers and times are shown, for example `de-AT`. */
export function locale(): string {
  return chosen.locale;
}

/** Return the language of the texts, for example `de`. */
export function language(): string {
  return chosen.language;
}

/** Return names as a list in the language of the dashboard, for example `X, LinkedIn and Bluesky`. */
export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(chosen.locale).format(names);
}

/** Show the texts of this language, which has all of them. */
export function setTexts(next: Texts, language: string, locale: string): void {
  texts = next;
  chosen = { language, locale };
  formats.clear();
}

function formatOf(key: TextKey): IntlMessageFormat {
  const known = formats.get(key);
  if (known) return known;
  const [section, name] = key.split('.') as [string, string];
  const format = new IntlMessageFormat(texts[section]![name]!, chosen.locale);
  formats.set(key, format);
  return format;
}
