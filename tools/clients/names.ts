import { pascal } from '../openapi/schema-names.ts';

/** Write words as `camelCase`. */
export function camel(words: string[]): string {
  const name = pascal(words.join('-'));
  return name.charAt(0).toLowerCase() + name.slice(1);
}
