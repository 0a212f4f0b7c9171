import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../lib/core/values/timestamps.ts';
import { planPosts } from '../../../tools/demo/plan.ts';
import { PUBLISHED, SCHEDULED } from '../../../tools/demo/posts.ts';

const HALF_HOUR_MS = HOUR_MS / 2;
// Every hour of two weeks, and the minutes around it.
const TIMES = Array.from({ length: 14 * 24 }, (_, hour) => Date.UTC(2026, 10, 20, hour)).flatMap((ms) => [
  ms - 1,
  ms,
  ms + HALF_HOUR_MS,
]);

describe('the plan of the demo', () => {
  it('has one time for each post, whenever the service starts', () => {
    for (const nowMs of TIMES) {
      const { published, scheduled } = planPosts(nowMs);
      expect([published.length, scheduled.length]).toEqual([PUBLISHED.length, SCHEDULED.length]);
    }
  });

  it('goes from eight weeks ago to two weeks ahead, in order, and has nothing within half an hour', () => {
    for (const nowMs of TIMES) {
      const { published, scheduled } = planPosts(nowMs);
      const times = [...published, ...scheduled];
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(nowMs - published[0]!).toBeLessThanOrEqual(56 * DAY_MS + HALF_HOUR_MS);
      expect(nowMs - published[0]!).toBeGreaterThan(49 * DAY_MS);
      expect(published.at(-1)!).toBeLessThan(nowMs - HALF_HOUR_MS);
      expect(scheduled[0]!).toBeGreaterThanOrEqual(nowMs + HALF_HOUR_MS);
      expect(scheduled.at(-1)! - nowMs).toBeLessThanOrEqual(14 * DAY_MS + HALF_HOUR_MS);
    }
  });

  it('uses the hashtag of the launch in at least five posts of the last week, which is a trend', () => {
    const launch = PUBLISHED.slice(-3).flat();
    expect(launch.filter(({ text }) => text.includes('#FirstHarvest')).length).toBeGreaterThanOrEqual(5);
  });
});
