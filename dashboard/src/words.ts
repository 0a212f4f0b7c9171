/** Write a name of the API as words: `needs_reconnect` is `needs reconnect`. */
export function toWords(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Begin a text with a capital letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
