import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockSize, isExhausted, LARGEST_BLOCK, newLease } from '../../lib/domain/admission.ts';

const lease = (fields: object) => ({ ...newLease(1_000), ...fields });
const anyLease = fc
  .record({ limit: fc.integer({ min: 1, max: 10_000 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .chain(({ limit, share }) =>
    fc.record({
      limit: fc.constant(limit),
      taken: fc.constant(Math.floor(limit * share)),
      holders: fc.integer({ min: 1, max: 2_000 }),
      left: fc.constant(0),
      used: fc.integer({ min: 0, max: limit }),
    }),
  );

describe('a block of admissions', () => {
  it.each([0, 1, 2])('is only for those who wait after %i requests of a window', (used) => {
    expect(blockSize(lease({ used, taken: used, holders: 1 }), 1)).toBe(1);
    expect(blockSize(lease({ used, taken: used, holders: 1 }), 0)).toBe(0);
  });

  it('is a 32nd of the share in the rest for an instance that has just become known', () => {
    expect(blockSize(lease({ used: 3, taken: 200, holders: 5 }), 1)).toBe(5);
  });

  it('is half of what was used here, when that is more', () => {
    expect(blockSize(lease({ used: 40, taken: 200, holders: 5 }), 1)).toBe(20);
  });

  it('is never more than half of the share in the rest', () => {
    expect(blockSize(lease({ used: 90, taken: 800, holders: 5 }), 1)).toBe(20);
  });

  it.each([1, 5, 50])(
    'is one for each that waits when less than two are left for each of %i instances',
    (holders) => {
      const taken = 1_000 - 2 * holders + 1;
      expect(blockSize(lease({ used: 500, taken, holders }), 1)).toBe(1);
      expect(blockSize(lease({ used: 500, taken, holders }), 0)).toBe(0);
    },
  );

  it('is enough for all that wait, however many', () => {
    fc.assert(
      fc.property(anyLease, fc.nat(2_000), (known, waiting) => {
        expect(blockSize(known, waiting)).toBeGreaterThanOrEqual(waiting);
      }),
    );
  });

  it(`for requests to come is at most ${LARGEST_BLOCK}, and at most half of the share in the rest`, () => {
    fc.assert(
      fc.property(anyLease, (known) => {
        const most = Math.min(LARGEST_BLOCK, (known.limit - known.taken) / known.holders / 2);
        expect(blockSize(known, 0)).toBeLessThanOrEqual(most);
      }),
    );
  });
});

describe('a lease', () => {
  it('is exhausted when nothing is left, neither here nor in the table', () => {
    expect(isExhausted(lease({ taken: 1_000, left: 0 }))).toBe(true);
    expect(isExhausted(lease({ taken: 1_000, left: 1 }))).toBe(false);
    expect(isExhausted(lease({ taken: 999, left: 0 }))).toBe(false);
  });
});
