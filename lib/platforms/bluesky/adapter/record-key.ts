import { randomInt } from 'node:crypto';

const DIGITS = '234567abcdefghijklmnopqrstuvwxyz';
const CLOCK_IDS = 1024;

/**
 * Create the key of a record, a TID: 53 bits of microseconds since 1970 and 10 bits of a clock id, as 13 sortable
 * characters. What is finer than a millisecond is random, because several workers create keys of one account.
 */
export function newRecordKey(nowMs: number): string {
  let rest = (BigInt(nowMs) * 1000n + BigInt(randomInt(1000))) * BigInt(CLOCK_IDS) + BigInt(randomInt(CLOCK_IDS));
  let key = '';
  while (key.length < 13) {
    key = DIGITS.charAt(Number(rest & 31n)) + key;
    rest >>= 5n;
  }
  return key;
}
