const MAX_CHARACTERS = 80;

/** Return the title of a draft: what was typed, else the first line of its text, cut at a space if it is long. */
export function titleOf({ title, text }: { title: string; text: string }): string {
  if (title.trim()) return title;
  const line = text.trim().split('\n')[0]!.trim();
  const characters = [...line];
  if (characters.length <= MAX_CHARACTERS) return line;
  const start = characters.slice(0, MAX_CHARACTERS - 1).join('');
  const space = start.lastIndexOf(' ');
  return `${(space > start.length / 2 ? start.slice(0, space) : start).trimEnd()}…`;
}
