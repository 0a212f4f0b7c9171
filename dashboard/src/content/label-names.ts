/** Return the labels in a text, which separates them by commas, each once. */
export function parseLabels(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const isFirst = (name: string, index: number) =>
    names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index;
  return names.filter((name, index) => name !== '' && isFirst(name, index));
}
