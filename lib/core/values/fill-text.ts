const NAME = /\{(\w+)\}/;

/** Replace the names in braces of a text by texts. A text is not searched for names. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return insert(text, values).join('');
}

/** Split a text at its names in braces, and put their values there, which may be elements of a page. */
export function insert<Value>(text: string, values: Readonly<Record<string, Value>>): (Value | string)[] {
  return text.split(NAME).map((part, index) => (index % 2 === 0 ? part : values[part]!));
}
