import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterCursor,
  MIN_IMPRESSIONS,
  RANKING_METRICS,
  type RankingOrder,
  rankContent,
} from '../../../lib/analytics/rules/content-ranking.ts';
import { METRIC_NAMES, NO_METRICS } from '../../../lib/analytics/rules/metrics.ts';
import type { TotalsByPlatform } from '../../../lib/analytics/rules/performance.ts';
import { PLATFORMS } from '../../../lib/platforms/platform.ts';

const numbers = fc.record(
  Object.fromEntries(METRIC_NAMES.map((name) => [name, fc.option(fc.integer({ min: -5, max: 300 }), { freq: 3 })])),
);
const sumsOfItem = fc
  .dictionary(
    fc.constantFrom(...PLATFORMS),
    numbers.map((metrics) => ({ metrics, published: 1, posts: 1, asOf: '2027-03-01T00:00:00.000Z' })),
  )
  .map((sums) => sums as TotalsByPlatform);
const items = fc
  .array(sumsOfItem, { maxLength: 12 })
  .map((all) => all.map((sums, at) => [`cnt_${at}`, sums] as [string, TotalsByPlatform]));
const by = fc.record({
  metric: fc.constantFrom(...RANKING_METRICS),
  order: fc.constantFrom<RankingOrder[]>('top', 'bottom'),
  only: fc.option(fc.constantFrom(...PLATFORMS)),
});

function item(id: string, metrics: Partial<typeof NO_METRICS>): [string, TotalsByPlatform] {
  return [
    id,
    {
      twitter: { metrics: { ...NO_METRICS, ...metrics }, published: 0, posts: 1, asOf: '2027-03-01T00:00Z' },
    },
  ];
}

const ranking = (all: [string, TotalsByPlatform][], metric: (typeof RANKING_METRICS)[number], order: RankingOrder) =>
  rankContent(all, { metric, order, only: null }).map(({ content_id, value }) => [content_id, value]);

describe('rankContent', () => {
  it('orders the largest first, or the smallest, and unreported values last in both', () => {
    const all = [item('a', { likes: 3 }), item('b', {}), item('c', { likes: 0 }), item('d', { likes: 9 })];
    expect(ranking(all, 'likes', 'top')).toEqual([
      ['d', 9],
      ['a', 3],
      ['c', 0],
      ['b', null],
    ]);
    expect(ranking(all, 'likes', 'bottom')).toEqual([
      ['c', 0],
      ['a', 3],
      ['d', 9],
      ['b', null],
    ]);
  });

  it('orders equal values by id, newest first, in either order', () => {
    const all = [item('a', { likes: 3 }), item('b', { likes: 3 })];
    expect(ranking(all, 'likes', 'top').map(([id]) => id)).toEqual(['b', 'a']);
    expect(ranking(all, 'likes', 'bottom').map(([id]) => id)).toEqual(['b', 'a']);
  });

  it('sums all kinds of engagement, and returns null for an item without reported ones', () => {
    const all = [item('a', { likes: 3, clicks: 2, impressions: 10 }), item('b', { impressions: 10 })];
    expect(ranking(all, 'engagements', 'top')).toEqual([
      ['a', 5],
      ['b', null],
    ]);
  });

  it('returns no value for a rate over fewer than 100 impressions, but shows the rate', () => {
    const few = item('few', { impressions: MIN_IMPRESSIONS - 1, likes: 99 });
    const enough = item('enough', { impressions: MIN_IMPRESSIONS, likes: 1 });
    expect(ranking([few, enough], 'engagement_rate', 'top')).toEqual([
      ['enough', 1],
      ['few', null],
    ]);
    const [, last] = rankContent([few, enough], { metric: 'engagement_rate', order: 'top', only: null });
    expect(last?.metrics.engagement_rate).toBe(100);
  });

  it('orders an item without reported engagement after one with zero engagement', () => {
    const silent = item('silent', { impressions: 5000 });
    const zero = item('zero', { impressions: 5000, likes: 0 });
    const rated = [silent, item('unseen', { likes: 5 }), zero];
    expect(ranking(rated, 'engagement_rate', 'bottom')).toEqual([
      ['zero', 0],
      ['unseen', null],
      ['silent', null],
    ]);
    const ranked = rankContent(rated, { metric: 'likes', order: 'top', only: null });
    expect(ranked.map(({ metrics }) => metrics.engagement_rate)).toEqual([null, 0, null]);
  });

  it('returns every item with data on the platform once, in the requested order', () => {
    fc.assert(
      fc.property(items, by, (all, how) => {
        const ranked = rankContent(all, how);
        const expected = all.filter(([, sums]) => (how.only ? sums[how.only] : Object.keys(sums).length > 0));
        expect(ranked.map((each) => each.content_id).sort()).toEqual(expected.map(([id]) => id).sort());
        const known = ranked.flatMap(({ value }) => value ?? []);
        expect(known).toEqual(known.toSorted((a, b) => (how.order === 'top' ? b - a : a - b)));
        expect(ranked.slice(known.length).every(({ value }) => value === null)).toBe(true);
      }),
    );
  });

  it('does not depend on the input order', () => {
    fc.assert(
      fc.property(items, by, (all, how) => {
        expect(rankContent(all.toReversed(), how)).toEqual(rankContent(all, how));
      }),
    );
  });
});

describe('afterCursor', () => {
  it('returns exactly the items after the position', () => {
    fc.assert(
      fc.property(items, by, fc.nat(), (all, how, index) => {
        const ranked = rankContent(all, how);
        fc.pre(ranked.length > 0);
        const at = index % ranked.length;
        expect(afterCursor(ranked, ranked[at]!, how.order)).toEqual(ranked.slice(at + 1));
      }),
    );
  });

  it('continues from the position of an item that has moved concurrently', () => {
    const ranked = rankContent([item('a', { likes: 9 }), item('b', { likes: 5 }), item('c', { likes: 1 })], {
      metric: 'likes',
      order: 'top',
      only: null,
    });
    const after = afterCursor(ranked, { value: 6, content_id: 'c' }, 'top');
    expect(after.map(({ content_id }) => content_id)).toEqual(['b', 'c']);
  });
});
