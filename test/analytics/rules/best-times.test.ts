import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  bestTimes,
  MAX_POSTS,
  MIN_POSTS,
  MIN_POSTS_PER_HOUR,
  PRIOR_POSTS,
  type RatedPost,
} from '../../../lib/analytics/rules/best-times.ts';
import { NO_METRICS } from '../../../lib/analytics/rules/metrics.ts';
import { isTimeZone } from '../../../lib/core/values/time-zone.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/core/values/timestamps.ts';

const NOW = new Date('2027-06-14T12:00:00Z');

function post(publishedAt: string | number, likes: number | null, impressions: number | null = 1000): RatedPost {
  return {
    published_at: new Date(publishedAt).toISOString(),
    totals: { ...NO_METRICS, likes, impressions },
  };
}

/** Build posts with the same rate, weeks apart, each at the weekday and hour (UTC) of the first. */
function weekly(first: string, count: number, likes: number): RatedPost[] {
  return Array.from({ length: count }, (_, week) => post(Date.parse(first) + week * 7 * DAY_MS, likes));
}

const posts = fc.array(
  fc
    .record({
      hoursAgo: fc.integer({ min: 0, max: 200 * 24 }),
      likes: fc.integer({ min: 0, max: 400 }),
      impressions: fc.option(fc.integer({ min: 0, max: 2000 }), { freq: 8 }),
    })
    .map(({ hoursAgo, likes, impressions }) => post(NOW.getTime() - hoursAgo * HOUR_MS, likes, impressions)),
  { maxLength: 80 },
);
const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia');
const hourOf = (found: ReturnType<typeof bestTimes>, weekday: string, hour: number) =>
  found.hours.find((each) => each.weekday === weekday && each.hour === hour)!;

describe('bestTimes', () => {
  it('returns all 168 hours of the week, Monday 0 o’clock first', () => {
    const { hours } = bestTimes([], 'UTC', NOW);
    expect(hours).toHaveLength(168);
    expect(hours[0]).toMatchObject({ weekday: 'monday', hour: 0 });
    expect(hours.at(-1)).toMatchObject({ weekday: 'sunday', hour: 23 });
  });

  it('returns null rates without posts', () => {
    const found = bestTimes([], 'UTC', NOW);
    expect(found).toMatchObject({ posts: 0, overall_rate: null, enough_data: false, best: [] });
    expect(hourOf(found, 'monday', 9)).toEqual({
      weekday: 'monday',
      hour: 9,
      posts: 0,
      median_rate: null,
      expected_rate: null,
    });
  });

  it('shrinks the median of an hour towards the overall rate with the weight of five posts', () => {
    // Mondays at 9 have 6 %, Thursdays at 18 have 2 %: overall, with three times as many of those, 2 %.
    const found = bestTimes(
      [...weekly('2027-03-01T09:30:00Z', 5, 60), ...weekly('2027-02-04T18:00:00Z', 15, 20)],
      'UTC',
      NOW,
    );
    expect(found).toMatchObject({ posts: 20, overall_rate: 2, enough_data: true });
    expect(hourOf(found, 'monday', 9)).toMatchObject({ posts: 5, median_rate: 6, expected_rate: 4 });
    expect(hourOf(found, 'thursday', 18)).toMatchObject({ posts: 15, median_rate: 2, expected_rate: 2 });
    expect(hourOf(found, 'friday', 9)).toMatchObject({ posts: 0, median_rate: null, expected_rate: 2 });
    expect(found.best).toEqual([hourOf(found, 'monday', 9)]);
  });

  it('ranks many good posts above one outlier', () => {
    const lucky = post('2027-06-01T07:00:00Z', 900);
    const good = weekly('2027-03-01T09:30:00Z', 8, 60);
    const found = bestTimes([lucky, ...good, ...weekly('2027-02-04T18:00:00Z', 15, 20)], 'UTC', NOW);
    expect(found.best.map(({ weekday, hour }) => [weekday, hour])).toEqual([['monday', 9]]);
  });

  it('returns enough_data false and no recommendation below 20 posts', () => {
    const good = weekly('2027-03-01T09:30:00Z', 4, 60);
    const rest = weekly('2027-02-04T18:00:00Z', MIN_POSTS - 5, 20);
    expect(bestTimes([...good, ...rest], 'UTC', NOW)).toMatchObject({ enough_data: false, best: [] });
    expect(bestTimes([...good, ...rest, rest[0]!], 'UTC', NOW)).toMatchObject({ enough_data: true });
  });

  it('recommends an hour with three posts, and none with two', () => {
    const three = weekly('2027-03-01T09:30:00Z', 3, 60);
    const two = weekly('2027-03-02T09:30:00Z', 2, 600);
    const { best } = bestTimes([...three, ...two, ...weekly('2027-02-04T18:00:00Z', 15, 20)], 'UTC', NOW);
    expect(best).toMatchObject([{ weekday: 'monday', hour: 9, posts: 3 }]);
  });

  it('orders hours of equal expected rate by their number of posts', () => {
    // Shrunk towards 2 %: the expected rate of five posts at 6 % and of ten at 5 % is 4 %.
    const five = weekly('2027-03-01T09:30:00Z', 5, 60);
    const ten = weekly('2027-03-02T09:30:00Z', 10, 50);
    const { best } = bestTimes([...five, ...ten, ...weekly('2027-01-07T18:00:00Z', 20, 20)], 'UTC', NOW);
    expect(best.map(({ posts: count, expected_rate }) => [count, expected_rate])).toEqual([
      [10, 4],
      [5, 4],
    ]);
  });

  it('returns enough_data false when no hour has three posts', () => {
    const scattered = Array.from({ length: 40 }, (_, day) =>
      post(NOW.getTime() - (2 + day) * DAY_MS - (day % 20) * HOUR_MS, day),
    );
    expect(bestTimes(scattered, 'UTC', NOW)).toMatchObject({ posts: 40, enough_data: false, best: [] });
  });

  it('uses the local time at publication, before and after the start of daylight saving time', () => {
    // Daylight saving time starts in Berlin on 28 March 2027.
    const found = bestTimes([post('2027-03-22T08:30:00Z', 1), post('2027-03-29T07:30:00Z', 1)], 'Europe/Berlin', NOW);
    expect(hourOf(found, 'monday', 9).posts).toBe(2);
  });

  it('merges the repeated hour at the end of daylight saving time', () => {
    // Berlin has 02:30 twice on 31 October 2027.
    const later = new Date('2027-11-10T12:00:00Z');
    const twice = ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'].map((time) => post(time, 1));
    expect(hourOf(bestTimes(twice, 'Europe/Berlin', later), 'sunday', 2).posts).toBe(2);
  });

  it.each([
    ['Asia/Kathmandu', '2027-03-22T18:20:00Z', 'tuesday', 0],
    ['America/St_Johns', '2027-03-22T02:20:00Z', 'sunday', 23],
    ['Etc/GMT+5', '2027-03-22T04:59:00Z', 'sunday', 23],
    ['europe/berlin', '2027-03-22T08:30:00Z', 'monday', 9],
  ])('uses the local time of %s', (zone, time, weekday, hour) => {
    expect(hourOf(bestTimes([post(time, 1)], zone, NOW), weekday, hour).posts).toBe(1);
  });

  it('uses the weekday of the zone', () => {
    const found = bestTimes([post('2027-03-22T23:30:00Z', 1)], 'Asia/Tokyo', NOW);
    expect(hourOf(found, 'tuesday', 8).posts).toBe(1);
  });

  it.each([
    ['younger than a day', post('2027-06-13T12:00:01Z', 1), 0],
    ['a day old', post('2027-06-13T12:00:00Z', 1), 1],
    ['180 days old', post(NOW.getTime() - 180 * DAY_MS, 1), 1],
    ['older', post(NOW.getTime() - 180 * DAY_MS - 1, 1), 0],
    ['without impressions reported', post('2027-06-01T00:00:00Z', 1, null), 0],
    ['without impressions', post('2027-06-01T00:00:00Z', 0, 0), 0],
    ['of which no engagement was reported', post('2027-06-01T00:00:00Z', null), 0],
    ['of which zero engagement was reported', post('2027-06-01T00:00:00Z', 0), 1],
  ])('includes or excludes a post that is %s', (_, single, counted) => {
    expect(bestTimes([single], 'UTC', NOW).posts).toBe(counted);
  });

  it('evaluates the newest 500 posts', () => {
    const many = Array.from({ length: MAX_POSTS + 50 }, (_, at) =>
      post(NOW.getTime() - DAY_MS - at * HOUR_MS, at < MAX_POSTS ? 10 : 900),
    );
    expect(bestTimes(many.toReversed(), 'UTC', NOW)).toMatchObject({ posts: MAX_POSTS, overall_rate: 1 });
  });

  it('evaluates the newest 500 besides any number of posts that are too young', () => {
    const young = Array.from({ length: MAX_POSTS }, (_, at) => post(NOW.getTime() - at * 60_000, 900));
    const { posts: count } = bestTimes([...young, ...weekly('2027-02-04T18:00:00Z', 15, 20)], 'UTC', NOW);
    expect(count).toBe(15);
  });

  it('counts every post in exactly one hour, whatever the input order', () => {
    fc.assert(
      fc.property(posts, zones, (some, zone) => {
        const found = bestTimes(some, zone, NOW);
        expect(found.hours.reduce((sum, hour) => sum + hour.posts, 0)).toBe(found.posts);
        expect(bestTimes(some.toReversed(), zone, NOW)).toEqual(found);
      }),
      { numRuns: 60 },
    );
  });

  it('computes an expected rate between the median and the overall rate, closer to the median with more posts', () => {
    fc.assert(
      fc.property(posts, zones, (some, zone) => {
        const { hours, overall_rate } = bestTimes(some, zone, NOW);
        for (const { posts: count, median_rate, expected_rate } of hours) {
          if (overall_rate === null) expect(expected_rate).toBeNull();
          else {
            const weight = count / (count + PRIOR_POSTS);
            expect(expected_rate).toBeCloseTo(
              overall_rate + weight * ((median_rate ?? overall_rate) - overall_rate),
              3,
            );
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('recommends only hours with enough posts and an expected rate above overall, best first', () => {
    fc.assert(
      fc.property(posts, zones, (some, zone) => {
        const { best, overall_rate, enough_data } = bestTimes(some, zone, NOW);
        if (!enough_data) expect(best).toEqual([]);
        expect(best.every((each) => each.posts >= MIN_POSTS_PER_HOUR)).toBe(true);
        expect(best.every((each) => each.expected_rate! > overall_rate!)).toBe(true);
        const rates = best.map((each) => each.expected_rate!);
        expect(rates).toEqual(rates.toSorted((a, b) => b - a));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the zone UTC', () => {
  it('has the hours of Etc/UTC', () => {
    fc.assert(
      fc.property(posts, (some) => {
        expect(bestTimes(some, 'UTC', NOW)).toEqual(bestTimes(some, 'Etc/UTC', NOW));
      }),
      { numRuns: 30 },
    );
  });

  it('needs no data of zones', () => {
    const created = vi.spyOn(Intl, 'DateTimeFormat');
    expect(isTimeZone('UTC')).toBe(true);
    bestTimes([], 'UTC', NOW);
    expect(created).not.toHaveBeenCalled();
    created.mockRestore();
  });
});
