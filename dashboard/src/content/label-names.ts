/** Return labels as a text that `parseLabels` reads. A name with a comma, or with a quote at its begin, is quoted. */
export function joinLabels(names: readonly string[]): string {
  return names.map((name) => (/,|^"/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ');
}

/** Return the labels in a text, which separates them by commas outside quotes, each once. */
export function parseLabels(text: string): string[] {
  const parts = text.match(/\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]+/g) ?? [];
  const names = parts.map((part) => unquote(part.trim()));
  const isFirst = (name: string, index: number) =>
    names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index;
  return names.filter((name, index) => name !== '' && isFirst(name, index));
}

function unquote(part: string): string {
  const quoted = /^"((?:[^"]|"")*)"$/.exec(part);
  return (quoted ? quoted[1]!.replaceAll('""', '"') : part).trim();
}
