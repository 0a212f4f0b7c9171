import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pollBackoffUntil, RETRY_SCHEDULE_SECONDS, retryDelaySeconds } from '../../../lib/core/retry/back-off.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';

const DAY_SECONDS = 86_400;
const retryNumber = fc.integer({ min: 1, max: 9 });
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('retryDelaySeconds', () => {
  it('is the scheduled delay, within 10 % of it', () => {
    fc.assert(
      fc.property(retryNumber, chance, (number, random) => {
        const planned = RETRY_SCHEDULE_SECONDS[number]!;
        const wait = retryDelaySeconds(number, random, null)!;
        expect(wait).toBeGreaterThanOrEqual(planned * 0.9 - 1e-9);
        expect(wait).toBeLessThanOrEqual(planned * 1.1 + 1e-9);
      }),
    );
  });

  it('covers the whole of that range', () => {
    expect(retryDelaySeconds(2, 0, null)).toBeCloseTo(270, 9);
    expect(retryDelaySeconds(2, 0.5, null)).toBeCloseTo(300, 9);
    expect(retryDelaySeconds(2, 1 - 1e-12, null)).toBeCloseTo(330, 9);
  });

  it('is null after the tenth attempt, whatever Retry-After', () => {
    expect([retryDelaySeconds(9, 0.5, null), retryDelaySeconds(10, 0.5, null), retryDelaySeconds(10, 0.5, 60)]).toEqual(
      [86_400, null, null],
    );
  });

  it('is exactly the Retry-After when that lies between the jittered delay and twice the delay', () => {
    expect([retryDelaySeconds(2, 0, 300), retryDelaySeconds(2, 0.999, 450), retryDelaySeconds(2, 0, 600)]).toEqual([
      300, 450, 600,
    ]);
  });

  it('is not shortened by a Retry-After', () => {
    fc.assert(
      fc.property(retryNumber, chance, fc.integer({ min: 0, max: 10 ** 9 }), (number, random, retryAfterSeconds) => {
        expect(retryDelaySeconds(number, random, retryAfterSeconds)!).toBeGreaterThanOrEqual(
          retryDelaySeconds(number, random, null)!,
        );
      }),
    );
  });

  it('is not extended by a Retry-After beyond twice the delay', () => {
    fc.assert(
      fc.property(retryNumber, chance, fc.integer({ min: 0, max: 10 ** 9 }), (number, random, retryAfterSeconds) => {
        expect(retryDelaySeconds(number, random, retryAfterSeconds)!).toBeLessThanOrEqual(
          2 * RETRY_SCHEDULE_SECONDS[number]!,
        );
      }),
    );
    expect(retryDelaySeconds(1, 0.5, 31_536_000)).toBe(10);
  });
});

describe('pollBackoffUntil', () => {
  const limit = { code: 'rate_limited', category: 'rate_limit', retryAfterSeconds: null };

  it.each([
    ['the delay requested by the platform', { ...limit, retryAfterSeconds: 700 }, 700],
    ['a quarter of an hour after a limit without an end', limit, 900],
    ['at least a minute', { ...limit, retryAfterSeconds: 1 }, 60],
    ['at most a day', { ...limit, retryAfterSeconds: 30 * DAY_SECONDS }, DAY_SECONDS],
    ['an hour without credits', { ...limit, code: 'credits_depleted', category: 'account' }, 3600],
    ['an hour without permission', { ...limit, code: 'forbidden', category: 'auth' }, 3600],
  ])('is %s', (_, rejection, seconds) => {
    expect(pollBackoffUntil(rejection, NOW_MS)).toBe(at(seconds));
  });

  it('is null after a failure that may end at once', () => {
    expect(pollBackoffUntil({ ...limit, code: 'no_answer', category: 'platform' }, NOW_MS)).toBeNull();
  });
});
