import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdKind, isId, makeId, minIdAt, timeDigits, timeOfId } from '../../../lib/core/values/id.ts';
import { ID_PREFIXES } from '../../../lib/core/values/id-prefixes.ts';

const KINDS = Object.keys(ID_PREFIXES) as IdKind[];
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const kind = fc.constantFrom(...KINDS);
const time = fc.integer({ min: 0, max: LAST_MS });
const entropy = fc.uint8Array({ minLength: 10, maxLength: 32 });

/** Decode Crockford digits by the alphabet of the ULID specification. */
function decode(digits: string): bigint {
  return [...digits].reduce((sum, digit) => sum * 32n + BigInt('0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit)), 0n);
}

describe('makeId', () => {
  it('has the prefixes of the API: cnt_, scd_, usr_, inv_, wh_, test_, evt_, key_, and acc_', () => {
    const prefixes = (
      ['content', 'entry', 'user', 'invitation', 'endpoint', 'test', 'event', 'key', 'account'] as const
    ).map((each) => makeId(each, 0, new Uint8Array(10)).split('_')[0]);
    expect(prefixes).toEqual(['cnt', 'scd', 'usr', 'inv', 'wh', 'test', 'evt', 'key', 'acc']);
  });

  it('uses a different prefix for every kind', () => {
    expect(new Set(Object.values(ID_PREFIXES)).size).toBe(KINDS.length);
  });

  it('encodes the time in the first ten digits and the entropy in the other sixteen', () => {
    fc.assert(
      fc.property(time, entropy, (timeMs, bytes) => {
        const digits = makeId('content', timeMs, bytes).slice('cnt_'.length);
        expect(decode(digits.slice(0, 10))).toBe(BigInt(timeMs));
        expect(decode(digits.slice(10))).toBe(BigInt(`0x${Buffer.from(bytes.subarray(0, 10)).toString('hex')}`));
      }),
    );
  });

  it('creates ids of one kind that sort by creation time', () => {
    fc.assert(
      fc.property(kind, time, time, entropy, entropy, (each, one, other, a, b) => {
        fc.pre(one !== other);
        expect(makeId(each, one, a) < makeId(each, other, b)).toBe(one < other);
      }),
    );
  });

  it('creates the same id for the same cause at the same time', () => {
    const cause = Uint8Array.from({ length: 32 }, (_, index) => index);
    expect(makeId('event', 7, cause)).toBe(makeId('event', 7, Uint8Array.from(cause)));
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 32 ** 10])('throws for %s, which is not a time', (timeMs) => {
    expect(() => makeId('content', timeMs, new Uint8Array(10))).toThrow(RangeError);
  });
});

describe('isId', () => {
  it('accepts every created id for its kind only', () => {
    fc.assert(
      fc.property(kind, time, entropy, (each, timeMs, bytes) => {
        const id = makeId(each, timeMs, bytes);
        // A sandbox account is an account.
        const kinds = each === 'sandboxAccount' ? ['account', each] : [each];
        expect(KINDS.filter((other) => isId(other, id))).toEqual(kinds);
      }),
    );
  });

  const id = makeId('content', Date.UTC(2027, 0), new Uint8Array(10).fill(255));
  it.each([
    ['nothing', ''],
    ['the prefix alone', 'cnt_'],
    ['a digit too few', id.slice(0, -1)],
    ['a digit too many', `${id}0`],
    ['lower case', id.toLowerCase()],
    ['the letter I', `${id.slice(0, -1)}I`],
    ['the letter L', `${id.slice(0, -1)}L`],
    ['the letter O', `${id.slice(0, -1)}O`],
    ['the letter U', `${id.slice(0, -1)}U`],
    ['a key separator', `${id.slice(0, -1)}#`],
    ['a newline behind it', `${id}\n`],
    ['a space before it', ` ${id}`],
    ['NUL', `${id.slice(0, -1)}\u0000`],
  ])('rejects %s', (_what, text) => {
    expect(isId('content', text)).toBe(false);
  });
});

describe('minIdAt', () => {
  it('separates the ids created before a time from those created at it or later', () => {
    fc.assert(
      fc.property(kind, time, time, entropy, (each, edge, timeMs, bytes) => {
        expect(makeId(each, timeMs, bytes) >= minIdAt(each, edge)).toBe(timeMs >= edge);
      }),
    );
  });

  it('is the lower bound of all ids for a time before 1970', () => {
    expect(minIdAt('content', Date.UTC(1960, 0))).toBe(`cnt_${timeDigits(0)}`);
  });
});

describe('timeOfId', () => {
  it('returns the time that an id was made with', () => {
    fc.assert(
      fc.property(kind, time, entropy, (each, timeMs, bytes) => {
        expect(timeOfId(makeId(each, timeMs, bytes))).toBe(Math.floor(timeMs));
      }),
    );
  });
});
