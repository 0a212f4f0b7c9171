const HUES = 12;
const DEGREES = 360;

/** Return the initials of a name: of its first and its last word, or the first letter of its only one. */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return letters.map((word) => [...word][0]!.toLocaleUpperCase()).join('') || '?';
}

/** Return the hue that a name always has, in degrees: one of twelve, which people can tell apart. */
export function hueOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) % 9973;
  return (sum % HUES) * (DEGREES / HUES);
}
