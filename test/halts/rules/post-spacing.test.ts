import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundTimes,
  MAX_PLANNED_TIMES,
  nextSlot,
  type PlannedTimes,
  withoutPast,
} from '../../../lib/halts/rules/post-spacing.ts';
import { PLATFORMS, type Platform } from '../../../lib/platforms/platform.ts';
import { PLATFORM_TABLE } from '../../../lib/platforms/platforms.ts';

const START_MS = 1_000_000;

/** Plan posts of one account that are wanted from these times on, one after the other. Returns their times. */
function plan(platform: Platform, wanted: number[], planned: PlannedTimes = {}, account = 'a') {
  let all = planned;
  const times = wanted.map((wantedMs) => {
    const slot = nextSlot(all, { platform, account_id: account }, wantedMs);
    expect(slot.atMs).toBeGreaterThanOrEqual(wantedMs);
    all = slot.planned;
    return slot.atMs;
  });
  return { times, planned: all };
}

/** Check that no period of the limit has more posts than a platform accepts. */
function expectWithinLimit(platform: Platform, times: number[]): void {
  const { posts, seconds } = PLATFORM_TABLE[platform].postLimit;
  const sorted = times.toSorted((one, other) => one - other);
  sorted.forEach((time, index) => {
    const first = sorted[index - posts];
    if (first !== undefined) expect(time - first).toBeGreaterThanOrEqual(seconds * 1000 - 1);
  });
}

/** The times that are wanted after these pauses. */
const timesAfter = (pauses: number[]) => {
  let wantedMs = START_MS;
  return pauses.map((pauseMs) => {
    wantedMs += pauseMs;
    return wantedMs;
  });
};

const PAUSES = fc.array(fc.nat(20_000), { minLength: 200, maxLength: 400 });
const isAscending = (times: number[]) => times.every((time, index) => index === 0 || time >= times[index - 1]!);

describe('the slots of the posts of an account', () => {
  it.each(PLATFORMS)('keep the limit of %s in every period, in order', (platform) => {
    fc.assert(
      fc.property(PAUSES, (pauses) => {
        const { times } = plan(platform, timesAfter(pauses));
        expectWithinLimit(platform, times);
        expect(isAscending(times)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it.each(PLATFORMS)('keep the limit of %s together with posts that were planned before them, in order', (platform) => {
    fc.assert(
      fc.property(PAUSES, PAUSES, fc.nat(40), fc.nat(4_000_000), (first, second, factor, laterMs) => {
        const wanted = timesAfter(first.map((pauseMs) => pauseMs * factor));
        const one = plan(platform, wanted);
        const nowMs = START_MS + laterMs;
        const other = plan(
          platform,
          timesAfter(second).map((ms) => ms + laterMs),
          withoutPast(one.planned, nowMs),
        );
        expectWithinLimit(platform, [...one.times, ...other.times]);
        expect(isAscending(other.times)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it.each(PLATFORMS)('keep the limit of %s when times are folded', (platform) => {
    fc.assert(
      fc.property(PAUSES, PAUSES, (first, second) => {
        const many = Array.from({ length: MAX_PLANNED_TIMES }, (_, index) => START_MS + index * 900_000);
        const other = plan('twitter', many, {}, 'other');
        const one = plan(platform, timesAfter(first), other.planned);
        const { times } = plan(platform, timesAfter(second), boundTimes(one.planned));
        expectWithinLimit(platform, [...one.times, ...times]);
      }),
      { numRuns: 5 },
    );
  });

  it.each(PLATFORMS)('keep the limit of %s in every period with threads among them', (platform) => {
    const sizes = fc.array(fc.record({ pauseMs: fc.nat(200_000), count: fc.integer({ min: 1, max: 26 }) }), {
      minLength: 30,
      maxLength: 60,
    });
    fc.assert(
      fc.property(sizes, fc.boolean(), (posts, isReversed) => {
        const wanted = timesAfter(posts.map(({ pauseMs }) => pauseMs));
        const ordered = posts.map(({ count }, index) => ({ count, wantedMs: wanted[index]! }));
        let planned: PlannedTimes = {};
        const times = (isReversed ? ordered.reverse() : ordered).flatMap(({ count, wantedMs }) => {
          const slot = nextSlot(planned, { platform, account_id: 'a' }, wantedMs, count);
          expect(slot.atMs).toBeGreaterThanOrEqual(wantedMs);
          planned = slot.planned;
          return Array<number>(count).fill(slot.atMs);
        });
        expectWithinLimit(platform, times);
      }),
      { numRuns: 30 },
    );
  });

  it('are the wanted times where the limit allows them', () => {
    const wanted = Array.from({ length: 60 }, (_, index) => START_MS + index * 18_000);
    expect(plan('twitter', wanted).times).toEqual(wanted);
  });

  it('are between posts that are planned over a longer time', () => {
    const hourly = Array.from({ length: 24 }, (_, hour) => START_MS + hour * 3_600_000);
    const wanted = Array.from({ length: 40 }, (_, index) => START_MS + 1_000 + index);
    expect(plan('twitter', wanted, plan('twitter', hourly).planned).times).toEqual(wanted);
  });

  it('are independent of those of another account', () => {
    const wanted = Array.from({ length: 50 }, () => START_MS);
    const { planned } = plan('twitter', [...wanted, ...wanted]);
    expect(plan('twitter', wanted, planned, 'b').times).toEqual(wanted);
  });
});

describe('the record of the planned times', () => {
  it('has no account whose limit is free again', () => {
    const { planned } = plan('twitter', [START_MS, START_MS]);
    expect(Object.keys(withoutPast(planned, START_MS + 35_999))).toEqual(['a']);
    expect(withoutPast(planned, START_MS + 36_000)).toEqual({});
  });

  it('has at most 2,000 times, and those of the account with the fewest', () => {
    const many = Array.from({ length: MAX_PLANNED_TIMES }, (_, index) => START_MS + index * 20_000);
    const { planned } = plan('twitter', [START_MS], plan('twitter', many).planned, 'b');
    const bounded = boundTimes(planned);
    expect(bounded.a).toEqual({ platform: 'twitter', filled_until: many.at(-1)! + 18_000, times: [] });
    expect(bounded.b!.times).toEqual([START_MS]);
  });
});
