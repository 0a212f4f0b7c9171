/** The prefix of each kind of id. */
// biome-ignore format: several prefixes per line keep the table short.
export const ID_PREFIXES = {
  workspace: 'ws', user: 'usr', key: 'key', content: 'cnt', entry: 'scd', group: 'grp', attempt: 'att',
  invitation: 'inv', endpoint: 'wh', test: 'test', event: 'evt', delivery: 'dlv', recovery: 'rcv',
  account: 'acc', refresh: 'rfr', request: 'req', audit: 'aud',
} as const;
export type IdKind = keyof typeof ID_PREFIXES;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/** Encodes a time as the ten leading digits of an id, for sorting. Throws a RangeError for times out of range. */
export function timeDigits(timeMs: number): string {
  if (!(timeMs >= 0 && timeMs < 32 ** TIME_DIGITS)) throw new RangeError(`time cannot be encoded in an id: ${timeMs}`);
  let rest = Math.floor(timeMs);
  let digits = '';
  for (let digit = 0; digit < TIME_DIGITS; digit++) {
    digits = CROCKFORD[rest % 32] + digits;
    rest = Math.floor(rest / 32);
  }
  return digits;
}

/**
 * Builds an id: a ULID behind its prefix, such as `cnt_01J…`.
 * `entropy` has at least 10 bytes, random or a hash where the same cause must produce the same id (events, deliveries).
 */
export function makeId(kind: IdKind, timeMs: number, entropy: Uint8Array): string {
  let bits = 0n;
  for (const byte of entropy.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
  let digits = '';
  for (let digit = 0; digit < RANDOM_DIGITS; digit++) {
    digits = CROCKFORD[Number(bits & 31n)] + digits;
    bits >>= 5n;
  }
  return `${ID_PREFIXES[kind]}_${timeDigits(timeMs)}${digits}`;
}

/** Returns whether a text has the format of an id of this kind. Other texts are never looked up. */
export function isId(kind: IdKind, text: string): boolean {
  return new RegExp(`^${ID_PREFIXES[kind]}_[0-9A-HJKMNP-TV-Z]{26}$`).test(text);
}

/** Returns the smallest id of a kind created at or after `timeMs`; of all ids for a time before 1970. */
export function minIdAt(kind: IdKind, timeMs: number): string {
  return `${ID_PREFIXES[kind]}_${timeDigits(Math.max(0, timeMs))}`;
}
