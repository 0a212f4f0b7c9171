/** Write the words of a name as `PascalCase`. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Write words as `camelCase`. */
export function camel(words: string[]): string {
  const name = pascal(words.join('-'));
  return name.charAt(0).toLowerCase() + name.slice(1);
}
