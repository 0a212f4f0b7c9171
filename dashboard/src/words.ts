import { hasText, t } from './language/texts.ts';

/** Write a name of the API as words: `needs_reconnect` is `needs reconnect`. */
export function toWords(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Begin a text with a capital letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return the text of a status of the API. One that this version does not know is written as words. */
export function statusText(status: string): string {
  const key = `status.${status}`;
  return hasText(key) ? t(key) : toWords(status);
}
