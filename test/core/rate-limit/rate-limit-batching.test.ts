import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isExhausted,
  MAX_QUOTA_BATCH,
  newQuotaBatch,
  nextBatchSize,
} from '../../../lib/core/rate-limit/rate-limit-batching.ts';

const lease = (fields: object) => ({ ...newQuotaBatch(1_000), ...fields });
const anyLease = fc
  .record({ limit: fc.integer({ min: 1, max: 10_000 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .chain(({ limit, share }) =>
    fc.record({
      limit: fc.constant(limit),
      reserved: fc.constant(Math.floor(limit * share)),
      instances: fc.integer({ min: 1, max: 2_000 }),
      available: fc.constant(0),
      consumed: fc.integer({ min: 0, max: limit }),
    }),
  );

describe('nextBatchSize', () => {
  it.each([0, 1, 2])('reserves only for waiting requests after %i requests of a window', (consumed) => {
    expect(nextBatchSize(lease({ consumed, reserved: consumed, instances: 1 }), 1)).toBe(1);
    expect(nextBatchSize(lease({ consumed, reserved: consumed, instances: 1 }), 0)).toBe(0);
  });

  it('is a 32nd of the share of the rest for an instance with its first reservations', () => {
    expect(nextBatchSize(lease({ consumed: 3, reserved: 200, instances: 5 }), 1)).toBe(5);
  });

  it('is half of the requests consumed by this instance, when that is more', () => {
    expect(nextBatchSize(lease({ consumed: 40, reserved: 200, instances: 5 }), 1)).toBe(20);
  });

  it('is at most half of the share of the rest', () => {
    expect(nextBatchSize(lease({ consumed: 90, reserved: 800, instances: 5 }), 1)).toBe(20);
  });

  it.each([1, 5, 50])(
    'is one per waiting request when less than two are available for each of %i instances',
    (instances) => {
      const reserved = 1_000 - 2 * instances + 1;
      expect(nextBatchSize(lease({ consumed: 500, reserved, instances }), 1)).toBe(1);
      expect(nextBatchSize(lease({ consumed: 500, reserved, instances }), 0)).toBe(0);
    },
  );

  it('covers all waiting requests, however many', () => {
    fc.assert(
      fc.property(anyLease, fc.nat(2_000), (known, waiting) => {
        expect(nextBatchSize(known, waiting)).toBeGreaterThanOrEqual(waiting);
      }),
    );
  });

  it(`prefetches at most ${MAX_QUOTA_BATCH}, and at most half of the share of the rest`, () => {
    fc.assert(
      fc.property(anyLease, (known) => {
        const most = Math.min(MAX_QUOTA_BATCH, (known.limit - known.reserved) / known.instances / 2);
        expect(nextBatchSize(known, 0)).toBeLessThanOrEqual(most);
      }),
    );
  });
});

describe('isExhausted', () => {
  it('is true when no quota is left, neither reserved nor in the table', () => {
    expect(isExhausted(lease({ reserved: 1_000, available: 0 }))).toBe(true);
    expect(isExhausted(lease({ reserved: 1_000, available: 1 }))).toBe(false);
    expect(isExhausted(lease({ reserved: 999, available: 0 }))).toBe(false);
  });
});
