/** The fields of a request that name a text: `text` is another name of `description`. */
export type TextFields = {
  title?: string | undefined;
  text?: string | undefined;
  description?: string | null | undefined;
};

/** The most characters of a title. */
export const MAX_TITLE = 300;

/** Return the fields of a request with `description` for `text`. */
export function describedBy<Fields extends TextFields>({ text, ...fields }: Fields): Omit<Fields, 'text'> {
  return text === undefined ? fields : { ...fields, description: text };
}

/** Return the fields of a request that creates something, with `description` for `text`, and a title in any case. */
export function titledBy<Fields extends TextFields>(
  fields: Fields,
): Omit<Omit<Fields, 'text'>, 'title'> & { title: string } {
  const { title, ...described } = describedBy(fields);
  // The schema requires one of them.
  return { ...described, title: title ?? titleOf(fields.text ?? '') };
}

/**
 * Return the title that a request for a change sets: what it sends, or the first line of its `text` where the present title
 * is that of the former text. Undefined for none: a title that a person has given stays.
 */
export function changedTitle(
  { title, text }: TextFields,
  before: { title: string; description: string | null },
): string | undefined {
  const isOfText = before.description !== null && before.title === titleOf(before.description);
  return title === undefined && text !== undefined && isOfText ? titleOf(text) : title;
}

/** Return the first visible line of a text as a title: cut at the end of a word if it is longer than a title. */
export function titleOf(text: string): string {
  const line = text.split('\n').find((each) => /[^\s\p{Cf}]/u.test(each)) ?? '';
  const characters = [...line.trim()];
  if (characters.length <= MAX_TITLE) return characters.join('');
  const cut = characters.slice(0, MAX_TITLE).join('');
  // A word may end with the last character of the title.
  if (/\s/u.test(characters[MAX_TITLE]!)) return cut.trimEnd();
  return /^(.*\S)\s/su.exec(cut)?.[1] ?? cut;
}
