import type { IdKind } from './id.ts';
import { ID_PREFIXES } from './id-prefixes.ts';

const ID_DIGITS = 26;
const IDS = /^[0-9A-HJKMNP-TV-Z]*$/;
const SECRET_LENGTH = 43;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Join the digits of ids into one text. */
export function joinIds(ids: readonly string[]): string {
  return ids.map((id) => id.slice(id.indexOf('_') + 1)).join('');
}

/**
 * Return the ids of these kinds whose digits `joinIds` has joined, or null for any other text. A client can write any ids:
 * they select what is read, and prove nothing.
 */
export function splitIds(text: string, kinds: readonly IdKind[]): string[] | null {
  if (text.length !== ID_DIGITS * kinds.length || !IDS.test(text)) return null;
  return kinds.map((kind, index) => `${ID_PREFIXES[kind]}_${text.slice(index * ID_DIGITS, (index + 1) * ID_DIGITS)}`);
}

/**
 * Build a token that names ids: their digits, and a bearer secret. The ids let one request of the table read everything
 * that the token needs first.
 */
export function formatIdToken(ids: readonly string[], secret: string): string {
  const digits = joinIds(ids);
  const isValid = digits.length === ID_DIGITS * ids.length && IDS.test(digits) && SECRET.test(secret);
  if (!isValid) throw new Error('A token needs ids and a bearer secret.');
  return digits + secret;
}

/** Return the ids of these kinds in a token, or null for any other text, as `splitIds`. */
export function parseIdToken<const Kinds extends readonly IdKind[]>(
  text: string,
  kinds: Kinds,
): { -readonly [Index in keyof Kinds]: string } | null {
  if (!SECRET.test(text.slice(-SECRET_LENGTH))) return null;
  return splitIds(text.slice(0, -SECRET_LENGTH), kinds) as { -readonly [Index in keyof Kinds]: string } | null;
}
