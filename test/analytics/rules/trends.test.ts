import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dropSubphrases,
  type HourCount,
  hourOfDayProfile,
  hoursSinceEpoch,
  MIN_TREND_POSTS,
  MIN_TREND_Z_SCORE,
  measureTrends,
  rankTrends,
  significantTrends,
  type TermHistory,
  trendHistoryFrom,
} from '../../../lib/analytics/rules/trends.ts';

const now = new Date('2027-03-10T14:25:00Z');
const running = hoursSinceEpoch(now);

/** Build posts by the age of their hour in hours; 0 is the running hour. */
function counts(postsByAge: (age: number) => number, ages = 400): HourCount[] {
  const all = Array.from({ length: ages }, (_, age) => ({ hour: running - age, posts: postsByAge(age) }));
  return all.filter(({ posts }) => posts > 0);
}

const history = (term: string, postsByAge: (age: number) => number): TermHistory => ({
  term,
  counts: counts(postsByAge),
});
const within = (from: number, to: number, posts: number) => (age: number) => (age >= from && age < to ? posts : 0);
/** Two texts in every hour: the daily cycle is known and constant. */
const even = counts(() => 2, 900);
const rank = (histories: TermHistory[], limit = 10, texts = even) =>
  rankTrends({ histories, texts }, now, '24h', limit);
const terms = (histories: TermHistory[], limit = 10) => rank(histories, limit).map((trend) => trend.term);
const measure = (one: TermHistory, window: '24h' | '7d' = '24h', texts = even) =>
  measureTrends({ histories: [one], texts }, now, window)[0];

describe('hourOfDayProfile', () => {
  const sine = (hour: number) => Math.round(40 + 40 * Math.sin((2 * Math.PI * (hour % 24)) / 24));
  const cyclic = (ages: number) => counts((age) => sine(running - age), ages);

  it('is the volume of each hour relative to the average hour, despite a few texts', () => {
    const profile = hourOfDayProfile(cyclic(900), now)!;
    expect(profile.reduce((sum, each) => sum + each, 0)).toBeCloseTo(24, 8);
    expect(profile[6]!).toBeCloseTo((28 * 80 + 10) / (28 * 40 + 10), 2);
    expect(profile[18]!).toBeLessThan(0.02);
  });

  it('is null without a week of history', () => {
    expect(hourOfDayProfile(cyclic(24 * 7), now)).toBeNull();
    expect(hourOfDayProfile(cyclic(24 * 7 + 1), now)).not.toBeNull();
    expect(hourOfDayProfile([], now)).toBeNull();
  });

  it('uses whole weeks only, without the running hour', () => {
    const odd = [
      { hour: running, posts: 1e6 },
      { hour: running - 1 - 24 * 8, posts: 1e6 },
    ];
    expect(hourOfDayProfile([...cyclic(24 * 8), ...odd], now)).toEqual(hourOfDayProfile(cyclic(24 * 8), now));
  });

  it('is nearly uniform after a few texts, whatever their hours', () => {
    const few = [
      { hour: running - 200, posts: 1 },
      { hour: running - 3, posts: 2 },
    ];
    for (const part of hourOfDayProfile(few, now)!) expect(Math.abs(part - 1)).toBeLessThan(0.25);
  });
});

describe('trendHistoryFrom', () => {
  it.each<['24h' | '7d', number]>([
    ['24h', 5 * 24],
    ['7d', 14 * 24],
  ])('needs no count before it for %s', (window, length) => {
    const from = trendHistoryFrom(now, window);
    expect(hoursSinceEpoch(from.terms)).toBe(running - length + 1);
    const whole = history('term', (age) => 1 + ((age * 7) % 5));
    const cut = {
      term: 'term',
      counts: whole.counts.filter(({ hour }) => hour >= hoursSinceEpoch(from.terms)),
    };
    const texts = even.filter(({ hour }) => hour >= hoursSinceEpoch(from.texts));
    expect([cut.counts.length, texts.length]).toEqual([length, 28 * 24 + 1]);
    expect(measure(cut, window, texts)).toEqual(measure(whole, window));
  });
});

describe('measureTrends', () => {
  it('counts the posts of the window, which ends with the running hour, and of the previous window', () => {
    const byAge = (age: number) =>
      age === 0 ? 1 : age === 23 ? 10 : age === 24 ? 100 : age === 47 ? 1000 : age === 48 ? 5 : 0;
    const found = measure(history('term', byAge))!;
    expect(found).toMatchObject({ volume: 11, before: 1100 });
    expect(found.counts).toEqual([10, ...new Array(22).fill(0), 1]);
  });

  it('measures 7d windows in 168 hours', () => {
    const found = measure(
      history('term', (age) => (age === 167 ? 6 : age === 168 ? 2 : age === 335 ? 1 : age === 336 ? 50 : 0)),
      '7d',
    );
    expect(found).toMatchObject({ volume: 6, before: 3 });
  });

  it('excludes terms without enough posts, and hours in the future', () => {
    const ahead = { term: 'ahead', counts: [{ hour: running + 1, posts: 9 }] };
    expect(measureTrends({ histories: [ahead, history('four', within(0, 4, 1))], texts: even }, now, '24h')).toEqual(
      [],
    );
  });

  it.each([
    [0, 5, 100],
    [2, 5, 60],
    [10, 15, 50],
    [30, 20, -33.33],
  ])('computes growth from %i to %i posts as %f percent', (before, volume, growthRate) => {
    const found = measure(history('term', (age) => (age === 3 ? volume : age === 30 ? before : 0)));
    expect(found).toMatchObject({ volume, before, growthRate });
  });

  it.each([3, 6, 12, 24])('selects the last %i hours for a rise in them', (length) => {
    expect(measure(history('term', (age) => (age < length ? 12 : 2)))!.hours).toBe(length);
  });

  it.each([24, 72, 168])('selects in 7d the last %i hours for a rise in them', (length) => {
    expect(
      measure(
        history('term', (age) => (age < length ? 3 : 1)),
        '7d',
      )!.hours,
    ).toBe(length);
  });

  it('compares whole days only while the daily cycle is unknown', () => {
    const young = counts(() => 2, 24 * 6);
    expect(
      measure(
        history('term', (age) => (age < 3 ? 12 : 2)),
        '24h',
        young,
      )!.hours,
    ).toBe(24);
  });

  it('expects a whole hour of posts in the running hour', () => {
    const found = measure(history('term', (age) => (age < 3 ? 12 : 6)))!;
    expect(found).toMatchObject({ hours: 3, observed: 36 });
    expect(found.baseline).toBeCloseTo(18, 3);
  });

  it('treats the time since the first count of any term as known', () => {
    const known = history('known', within(0, 30, 1));
    const baseline = (...others: TermHistory[]) =>
      measureTrends({ histories: [known, ...others], texts: [] }, now, '24h')[0]!.baseline;
    // Six posts in the six hours before the day, or in the 36 hours known from the other term.
    expect(baseline()).toBe(24);
    expect(baseline(history('other', within(59, 60, 1)))).toBeLessThan(12);
  });

  it('sums counts of the same hour', () => {
    const twice = [2, 4].map((posts) => ({ hour: running, posts }));
    expect(measure({ term: 'term', counts: twice })).toMatchObject({ volume: 6 });
  });

  it.each([-1, 0.5, Number.NaN])('rejects %d posts', (posts) => {
    expect(() => measure({ term: 'term', counts: [{ hour: running, posts }] })).toThrow(RangeError);
  });
});

describe('rankTrends', () => {
  it('excludes a term of constantly high volume', () => {
    const big = history('big', () => 500);
    const rising = history('rising', (age) => (age < 24 ? 1 : age % 12 === 0 ? 1 : 0));
    expect(terms([big, rising])).toEqual(['rising']);
  });

  it.each([
    ['known', 900],
    ['not known yet', 24 * 6],
  ])('does not report the daily cycle as a trend, at any hour of the day, when it is %s', (_name, ages) => {
    for (let shift = 0; shift < 24; shift++) {
      const sine = (age: number) => Math.round(50 + 50 * Math.sin((2 * Math.PI * (age + shift)) / 24));
      const texts = counts(sine, ages);
      const cycle = { term: 'cycle', counts: counts(sine, Math.min(ages, 400)) };
      expect(rank([cycle], 10, texts), `shift ${shift}`).toEqual([]);
    }
  });

  it('excludes a term of decreasing volume', () => {
    expect(terms([history('falling', (age) => (age < 24 ? 1 : 5))])).toEqual([]);
  });

  it('includes a new term from five posts on, in three hours as in a day', () => {
    for (const apart of [0.5, 4]) {
      const posts = (number: number) => (age: number) =>
        Array.from({ length: number }, (_, index) => Math.floor(index * apart)).filter((each) => each === age).length;
      expect(terms([history('four', posts(4)), history('five', posts(5))])).toEqual(['five']);
    }
  });

  it('includes a burst of three hours in an otherwise ordinary day', () => {
    const burst = history('burst', (age) => (age < 3 ? 6 : 2));
    expect(terms([burst, history('same volume', (age) => (age < 24 && age % 2 === 0 ? 3 : 2))])).toEqual(['burst']);
  });

  it('orders by z, not by volume', () => {
    const bigger = history('bigger', (age) => (age < 24 ? 130 : 100));
    const unusual = history('unusual', (age) => (age < 24 ? 30 : 2));
    expect(terms([bigger, unusual])).toEqual(['unusual', 'bigger']);
  });

  it('breaks ties by term', () => {
    const ranked = rank(['b', 'a', 'c'].map((term) => history(term, within(1, 6, 1))));
    expect(ranked.map(({ term }) => term)).toEqual(['a', 'b', 'c']);
    expect(new Set(ranked.map(({ z }) => z))).toEqual(new Set([2]));
  });

  it('breaks ties by the larger volume, then by term', () => {
    const found = measure(history('term', within(1, 6, 1)))!;
    const tied = (term: string, volume: number) => ({ ...found, term, volume });
    const order = significantTrends([tied('a', 5), tied('c', 9), tied('b', 9)], 10).map(({ term }) => term);
    expect(order).toEqual(['b', 'c', 'a']);
  });

  it('returns at most `limit` terms, all with enough posts and z, most unusual first', () => {
    const histories = fc.array(fc.array(fc.nat(8), { minLength: 72, maxLength: 72 }), { maxLength: 12 });
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 8 }), (byTerm, limit) => {
        const input = byTerm.map((byAge, index) => history(`t${index}`, (age) => byAge[age] ?? 0));
        const trends = rank(input, limit);
        expect(trends.length).toBeLessThanOrEqual(limit);
        for (const [index, trend] of trends.entries()) {
          expect(trend.volume).toBeGreaterThanOrEqual(MIN_TREND_POSTS);
          expect(trend.z).toBeGreaterThanOrEqual(MIN_TREND_Z_SCORE);
          expect(trend.z).toBeLessThanOrEqual(trends[index - 1]?.z ?? Number.POSITIVE_INFINITY);
        }
      }),
    );
  });

  it('does not depend on the input order', () => {
    const histories = fc.array(fc.array(fc.nat(3), { minLength: 72, maxLength: 72 }), { maxLength: 8 });
    fc.assert(
      fc.property(histories, (byTerm) => {
        const input = byTerm.map((byAge, index) => history(`t${index}`, (age) => byAge[age] ?? 0));
        expect(rank(input.toReversed())).toEqual(rank(input));
      }),
    );
  });
});

describe('dropSubphrases', () => {
  const topic = (term: string, posts: number) => history(term, (age) => (age === 1 ? posts : 0));
  const shown = (...topics: TermHistory[]) => dropSubphrases(rank(topics)).map(({ term }) => term);

  it('removes a word when every post with it has the longer topic too', () => {
    expect(shown(topic('summer', 8), topic('summer sale', 8), topic('big summer sale', 8))).toEqual([
      'big summer sale',
    ]);
  });

  it('keeps a word that occurs in other posts too', () => {
    expect(shown(topic('summer', 9), topic('summer sale', 8))).toEqual(['summer', 'summer sale']);
  });

  it('keeps a word that occurred in other posts of the previous window', () => {
    const summer = history('summer', (age) => (age === 1 ? 8 : age === 30 ? 1 : 0));
    expect(shown(summer, topic('summer sale', 8))).toEqual(['summer', 'summer sale']);
  });

  it('removes a word of a longer topic in scripts without spaces', () => {
    expect(shown(topic('人工', 8), topic('知能', 8), topic('人工知能', 8), topic('未来', 8))).toEqual([
      '人工知能',
      '未来',
    ]);
  });

  it('keeps a word that is only a part of another word', () => {
    expect(shown(topic('sum', 8), topic('summer', 8))).toEqual(['sum', 'summer']);
  });
});
