import { describe, expect, it } from 'vitest';
import { percentile } from '../../benchmarks/lateness/lateness.ts';
import { compareOutcomes, type ListedEntry, type LivePost } from '../../benchmarks/lateness/outcome-report.ts';
import { planItems, type ScheduledPost } from '../../benchmarks/lateness/schedule-posts.ts';

const DUE_MS = Date.parse('2026-11-21T10:00:00Z');

const asked: ScheduledPost = { entryId: 'scd_1', platform: 'twitter', text: 'Hello', scheduledMs: DUE_MS };
const entry = (fields: Partial<ListedEntry>): ListedEntry => ({
  id: 'scd_1',
  status: 'published',
  platform_post_id: '7',
  error: null,
  ...fields,
});
const live = (fields: Partial<LivePost> = {}): LivePost => ({
  platform: 'twitter',
  id: '7',
  text: 'Hello',
  at: new Date(DUE_MS + 300).toISOString(),
  ...fields,
});
const retried = { status: 'pending', platform_post_id: null, error: {} } as const;

describe('a post is accounted for when', () => {
  it.each<[string, Partial<ListedEntry>, LivePost[]]>([
    ['it is published and live under its id', {}, [live()]],
    ['it is published and live, and its id is unknown', { platform_post_id: null }, [live()]],
    ['it failed and is not live', { status: 'failed' }, []],
    ['it is unconfirmed and live', { status: 'unconfirmed' }, [live()]],
    ['it is unconfirmed and not live', { status: 'unconfirmed' }, []],
    ['it waits to be tried again and is not live', retried, []],
  ])('%s', (_, fields, posts) => {
    expect(compareOutcomes([asked], [entry(fields)], posts).discrepancies).toEqual([]);
  });
});

describe('a post is not accounted for when', () => {
  it.each<[string, ListedEntry[], LivePost[]]>([
    ['the schedule does not know it', [], []],
    ['it is published and not live', [entry({})], []],
    ['it is published, but live only on another platform', [entry({})], [live({ platform: 'linkedin' })]],
    ['it is published and live with another text only', [entry({})], [live({ text: 'Hell' })]],
    ['it is published under the id of another post', [entry({})], [live({ id: '8' })]],
    ['it failed and is live', [entry({ status: 'failed' })], [live()]],
    ['it is cancelled and live', [entry({ status: 'cancelled' })], [live()]],
    ['it waits to be tried again and is live', [entry(retried)], [live()]],
    ['no attempt was made', [entry({ ...retried, error: null })], []],
    ['it is still being published', [entry({ status: 'publishing' })], []],
  ])('%s', (_, entries, posts) => {
    expect(compareOutcomes([asked], entries, posts).discrepancies).toHaveLength(1);
  });
});

describe('what is live', () => {
  it('is duplicates when two posts have one text on one platform', () => {
    const { duplicates, live: count } = compareOutcomes([asked], [entry({})], [live(), live({ id: '8' })]);
    expect(duplicates).toHaveLength(1);
    expect(count).toBe(1);
  });

  it('is early when it is live a millisecond before its time', () => {
    const at = (ms: number) => [live({ at: new Date(DUE_MS + ms).toISOString() })];
    expect(compareOutcomes([asked], [entry({})], at(-1)).early).toHaveLength(1);
    expect(compareOutcomes([asked], [entry({})], at(0)).early).toEqual([]);
  });

  it('is early when the first of two is', () => {
    const early = live({ id: '8', at: new Date(DUE_MS - 1).toISOString() });
    expect(compareOutcomes([asked], [entry({})], [live(), early]).early).toHaveLength(1);
  });

  it('has its lateness in milliseconds, ascending', () => {
    const others = { ...asked, entryId: 'scd_2', text: 'World', scheduledMs: DUE_MS + 200 };
    const posts = [live(), live({ text: 'World', id: '8' })];
    const entries = [entry({}), entry({ id: 'scd_2', platform_post_id: '8' })];
    expect(compareOutcomes([asked, others], entries, posts).latenessMs).toEqual([100, 300]);
  });
});

describe('a percentile', () => {
  it('is the value that so many do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.95)).toBe(95);
    expect(percentile([1, 2, 3], 0.5)).toBe(2);
    expect(percentile([1, 2, 3], 1)).toBe(3);
    expect(percentile([5], 0.5)).toBe(5);
  });

  it('of nothing is null', () => {
    expect(percentile([], 0.95)).toBeNull();
  });
});

it.each([1, 2, 3, 100, 120, 500])('%i planned posts are that many, a third on each platform', (posts) => {
  const platforms = planItems(posts, String, String).flatMap((item) => item.platforms);
  expect(platforms).toHaveLength(posts);
  for (const platform of ['twitter', 'linkedin', 'instagram']) {
    const count = platforms.filter((name) => name === platform).length;
    expect(Math.abs(count - posts / 3)).toBeLessThan(2);
  }
});
