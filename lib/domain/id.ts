/** Prefix of every kind of id, as the reference and the contract name them. */
export const ID_PREFIXES = {
  workspace: 'ws',
  user: 'usr',
  key: 'key',
  content: 'cnt',
  entry: 'scd',
  group: 'grp',
  attempt: 'att',
  invitation: 'inv',
  endpoint: 'wh',
  test: 'test',
  event: 'evt',
  delivery: 'dlv',
  recovery: 'rcv',
  account: 'acc',
  refresh: 'rfr',
  observation: 'obs',
  request: 'req',
  audit: 'aud',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/**
 * The ten leading digits of an id made at `timeMs`: ids of one kind sort by the time they were made. Throws
 * RangeError for what is no time at or after 1970 that ten digits can hold.
 */
export function timeDigits(timeMs: number): string {
  if (!(timeMs >= 0 && timeMs < 32 ** TIME_DIGITS)) throw new RangeError(`no time of an id: ${timeMs}`);
  let rest = Math.floor(timeMs);
  let digits = '';
  for (let place = 0; place < TIME_DIGITS; place++) {
    digits = CROCKFORD[rest % 32] + digits;
    rest = Math.floor(rest / 32);
  }
  return digits;
}

/**
 * An id in the form of a ULID behind its prefix: `cnt_01J…`. `entropy` is at least 10 bytes: random ones
 * for a new thing, or a hash where the same cause must give the same id again (events, deliveries).
 */
export function makeId(kind: IdKind, timeMs: number, entropy: Uint8Array): string {
  let bits = 0n;
  for (const byte of entropy.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
  let digits = '';
  for (let place = 0; place < RANDOM_DIGITS; place++) {
    digits = CROCKFORD[Number(bits & 31n)] + digits;
    bits >>= 5n;
  }
  return `${ID_PREFIXES[kind]}_${timeDigits(timeMs)}${digits}`;
}

/** True when `text` has the form of an id of this kind. Ids of another form are never looked up. */
export function isId(kind: IdKind, text: string): boolean {
  return new RegExp(`^${ID_PREFIXES[kind]}_[0-9A-HJKMNP-TV-Z]{26}$`).test(text);
}

/**
 * The smallest id of a kind that can have been made at or after `timeMs`: the edge of a range by creation
 * time. A time before 1970 is the edge of everything, because nothing was made then.
 */
export function minIdAt(kind: IdKind, timeMs: number): string {
  return `${ID_PREFIXES[kind]}_${timeDigits(Math.max(0, timeMs))}`;
}
