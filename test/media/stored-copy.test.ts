import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnedCopy, startOrders, storedCopy } from '../functions/stored-copy.ts';

const leaf = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
  fc.constantFrom(null, undefined, -0, ''),
);
// The SDK mistakes an object with the attribute `constructor` for an instance of a class.
const name = fc.stringMatching(/^[a-z_]{1,8}$/);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value')), fc.dictionary(name, tie('value'))),
}));

describe('a stored copy', () => {
  it('is what the SDK returns for a value that it has stored', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value), (item) => {
        const stored = unmarshall(marshall(item, { removeUndefinedValues: true }));
        expect(storedCopy(item)).toStrictEqual({ ...stored });
        expect(returnedCopy(item)).toStrictEqual({ ...stored });
      }),
    );
  });

  it('shares nothing with the value', () => {
    const item = { list: [{ text: 'a' }], bytes: new Uint8Array([1]) };
    const copy = storedCopy(item);
    item.list[0]!.text = 'b';
    item.bytes[0] = 2;
    expect(copy).toEqual({ list: [{ text: 'a' }], bytes: new Uint8Array([1]) });
  });

  it('is returned with every map in another order each time, and every list in its own', () => {
    const map = { a: 1, b: 2, c: 3 };
    const value = { first: map, list: ['a', 'b', 'c'], second: { ...map, inner: map } };
    startOrders();
    const read = Array.from({ length: 60 }, () => returnedCopy(value));
    expect(new Set(read.map(({ list }) => list.join('')))).toEqual(new Set(['abc']));
    for (const mapOf of [
      (copy: typeof value) => copy,
      (copy: typeof value) => copy.first,
      (copy: typeof value) => copy.second.inner,
    ]) {
      const orders = read.map((copy) => Object.keys(mapOf(copy)).join(' '));
      expect(new Set(orders).size).toBe(6);
    }
    startOrders();
    expect(JSON.stringify(returnedCopy(value))).toBe(JSON.stringify(read[0]));
  });

  it.each([[new Date(0)], [Number.NaN], [Number.POSITIVE_INFINITY], [2 ** 53]])(
    'does not exist of %s, which the SDK rejects',
    (unsupported) => {
      expect(() => marshall({ unsupported }, { removeUndefinedValues: true })).toThrow();
      expect(() => storedCopy({ unsupported })).toThrow();
    },
  );
});
