/** Characters of a title or a name in an email. */
const MAX_LINE = 120;

/** Return a title as part of a line: it may have line breaks, which would end a subject, and any length. */
export function oneLine(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > MAX_LINE ? `${characters.slice(0, MAX_LINE - 1).join('')}…` : characters.join('');
}
