import { describe, expect, it } from 'vitest';
import { earlyWaitMs, fitsMessageDelay, sweepPeriods } from '../../../lib/core/retry/waits.ts';

const NOW_MS = Date.parse('2026-08-03T09:00:00Z');
const MINUTE_MS = 60_000;

describe('a wait', () => {
  it.each([
    [-1, true],
    [0, true],
    [15 * MINUTE_MS, true],
    [15 * MINUTE_MS + 1, false],
    [14 * 3_600_000, false],
  ])('of %d ms fits the delay of one message: %s', (waitMs, expected) => {
    expect(fitsMessageDelay(NOW_MS + waitMs, NOW_MS)).toBe(expected);
  });

  it.each([
    [-10, 0],
    [0, 0],
    [3, 3],
    [1_000, 1_000],
    [1_001, null],
    [30 * 86_400_000, null],
  ])('of %d ms after the arrival of its message is spent in the function for %s ms', (waitMs, expected) => {
    expect(earlyWaitMs(NOW_MS + waitMs, NOW_MS)).toBe(expected);
  });
});

describe('a run of the sweep', () => {
  it('counts an item as missed 15 s after its due time', () => {
    expect(sweepPeriods(NOW_MS, 1).missedBefore).toBe('2026-08-03T08:59:45.000Z');
  });

  it.each([1, 5, 10])('every %i minutes finds each item before it counts as missed, a minute late too', (every) => {
    const later = NOW_MS + (every + 1) * MINUTE_MS;
    const [first, second] = [sweepPeriods(NOW_MS, every), sweepPeriods(later, every)];
    expect(first.aheadFrom).toBe('2026-08-03T09:00:00.000Z');
    expect(second.aheadFrom <= first.aheadUntil).toBe(true);
    expect(second.missedBefore < first.aheadUntil).toBe(true);
  });
});
