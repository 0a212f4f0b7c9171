import { ID_PREFIXES } from './id-prefixes.ts';

/** A kind of ids, which a feature declares in its `ids.ts`. */
export type IdKind = keyof typeof ID_PREFIXES;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;

/** Encode a time as the ten leading digits of an id, for sorting. Throws a RangeError for times out of range. */
export function timeDigits(timeMs: number): string {
  if (!(timeMs >= 0 && timeMs < 32 ** TIME_DIGITS)) throw new RangeError(`time cannot be encoded in an id: ${timeMs}`);
  return digitsOf(Math.floor(timeMs), TIME_DIGITS);
}

/**
 * Build an id: a ULID behind its prefix, such as `cnt_01J…`.
 * `entropy` has at least 10 bytes, random or a hash where the same cause must produce the same id (events, deliveries).
 */
export function makeId(kind: IdKind, timeMs: number, entropy: Uint8Array): string {
  return `${ID_PREFIXES[kind]}_${timeDigits(timeMs)}${randomDigits(entropy, 0)}${randomDigits(entropy, 5)}`;
}

/** Encode five bytes as eight digits. A number holds their 40 bits exactly. */
function randomDigits(entropy: Uint8Array, start: number): string {
  let rest = 0;
  for (let index = start; index < start + 5; index++) rest = rest * 256 + entropy[index]!;
  return digitsOf(rest, 8);
}

function digitsOf(value: number, count: number): string {
  let digits = '';
  for (let rest = value; digits.length < count; rest = Math.floor(rest / 32)) digits = CROCKFORD[rest % 32] + digits;
  return digits;
}

const FORMATS = Object.fromEntries(
  Object.entries(ID_PREFIXES).map(([kind, prefix]) => {
    const prefixes = Object.values(ID_PREFIXES).filter((each) => each === prefix || each.startsWith(`${prefix}_`));
    return [kind, new RegExp(`^(${prefixes.join('|')})_[0-9A-HJKMNP-TV-Z]{26}$`)];
  }),
) as Record<IdKind, RegExp>;

/**
 * Return whether a text has the format of an id of this kind, or of one whose prefix begins with that of this kind: a sandbox
 * account is an account. Other texts are never looked up.
 */
export function isId(kind: IdKind, text: string): boolean {
  return FORMATS[kind].test(text);
}

/** Return the smallest id of a kind created at or after `timeMs`; of all ids for a time before 1970. */
export function minIdAt(kind: IdKind, timeMs: number): string {
  return `${ID_PREFIXES[kind]}_${timeDigits(Math.max(0, timeMs))}`;
}

/** Return the time of an id in milliseconds since 1970. Requires a valid id of any kind. */
export function timeOfId(id: string): number {
  const digits = id.slice(id.lastIndexOf('_') + 1).slice(0, TIME_DIGITS);
  return [...digits].reduce((value, digit) => value * 32 + CROCKFORD.indexOf(digit), 0);
}
