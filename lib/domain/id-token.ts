import { ID_PREFIXES, type IdKind } from './id.ts';

const ID = '([0-9A-HJKMNP-TV-Z]{26})';
const FORMAT = new RegExp(`^${ID}${ID}${ID}[A-Za-z0-9_-]{43}$`);

type Three<T> = [T, T, T];

/**
 * Build a token that names three ids: their digits, and a bearer secret. The ids let one request of the table read
 * everything that the token needs first.
 */
export function formatIdToken(ids: Three<string>, secret: string): string {
  const text = ids.map((id) => id.slice(id.indexOf('_') + 1)).join('') + secret;
  if (!FORMAT.test(text)) throw new Error('A token needs three ids and a bearer secret.');
  return text;
}

/**
 * Return the ids of these kinds in a token, or null for any other text. A client can write any ids: they select what is
 * read, and prove nothing.
 */
export function parseIdToken(text: string, kinds: Three<IdKind>): Three<string> | null {
  const found = FORMAT.exec(text);
  return found && (kinds.map((kind, index) => `${ID_PREFIXES[kind]}_${found[index + 1]}`) as Three<string>);
}
