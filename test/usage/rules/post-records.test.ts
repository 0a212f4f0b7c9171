import { describe, expect, it } from 'vitest';
import { recordsOfEntry } from '../../../lib/usage/rules/post-records.ts';
import { next, pendingEntry, published, sending } from '../given-posts.ts';

const LIVE_AT = '2026-08-03T10:00:01.000Z';
const NEXT_DAY = '2026-08-04T00:00:01.000Z';

describe('a published post', () => {
  it('counts once, with its part and its price, on the day of its publication', () => {
    const before = sending(pendingEntry(), 'A text');
    const records = recordsOfEntry(before, published(before, NEXT_DAY));
    expect(records.map(({ day, amounts, source }) => [day, amounts, source.split('.')[0]])).toEqual([
      ['2026-08-04', { posts_published: 1 }, 'post'],
      ['2026-08-04', { parts_published: 1, platform_micro_usd: 15_000 }, 'part'],
    ]);
  });

  it.each([
    ['Read https://example.com', 200_000],
    ['No link', 15_000],
  ])('costs what the platform charges for the text that was sent: %s', (text, micro) => {
    const before = sending(pendingEntry(), text);
    const [, part] = recordsOfEntry(before, published(before, LIVE_AT));
    expect(part!.amounts.platform_micro_usd).toBe(micro);
  });

  it('costs nothing on a platform without a price', () => {
    const before = sending(pendingEntry({ platform: 'linkedin' }), 'A text');
    const [, part] = recordsOfEntry(before, published(before, LIVE_AT));
    expect(part!.amounts).toEqual({ parts_published: 1 });
  });

  it('on a sandbox account counts as such only', () => {
    const before = sending(pendingEntry({ account_id: 'acc_sandbox_01K00000000000000000000000' }), 'A text');
    const records = recordsOfEntry(before, published(before, LIVE_AT));
    expect(records.map(({ amounts }) => amounts)).toEqual([{ sandbox_posts: 1 }]);
  });
});

describe('a thread', () => {
  const part = { platform_post_id: '1', url: null, published_at: LIVE_AT };

  it('counts each part when it becomes live, and itself when it has ended', () => {
    const first = sending(pendingEntry(), 'One');
    const continuing = next(first, { state: 'continuing', parts: [part], published_at: LIVE_AT, prepared_state: null });
    expect(recordsOfEntry(first, continuing).map(({ amounts }) => amounts)).toEqual([
      { parts_published: 1, platform_micro_usd: 15_000 },
    ]);
    const second = sending(continuing, 'https://example.com');
    const done = next(second, { state: 'published', parts: [part, part], prepared_state: null });
    expect(recordsOfEntry(second, done).map(({ source, amounts }) => [source.split('.').at(-1), amounts])).toEqual([
      ['ent_01K00000000000000000000000', { posts_published: 1 }],
      ['1', { parts_published: 1, platform_micro_usd: 200_000 }],
    ]);
  });

  it('that is resumed by another entry does not count its live parts again', () => {
    const resumed = pendingEntry({ state: 'continuing', parts: [part], published_at: LIVE_AT });
    expect(recordsOfEntry(null, resumed)).toEqual([]);
  });
});

describe('an outcome that changes', () => {
  const sent = { sent_at: '2026-08-03T23:59:59.000Z', checks: 0 };
  const before = sending(pendingEntry(), 'A text');
  const unconfirmed = next(before, { state: 'unconfirmed', unconfirmed_send: sent });

  it('is replaced under the same source', () => {
    const [first] = recordsOfEntry(before, unconfirmed);
    const [last] = recordsOfEntry(unconfirmed, published(unconfirmed, '2026-08-03T23:59:59.500Z'));
    expect(first).toMatchObject({ day: '2026-08-03', amounts: { posts_unconfirmed: 1 }, version: unconfirmed.version });
    expect(last).toMatchObject({ day: '2026-08-03', source: first!.source, amounts: { posts_published: 1 } });
    expect(last!.version).toBeGreaterThan(first!.version!);
  });

  it('is removed from its day when the new one is on another', () => {
    const records = recordsOfEntry(unconfirmed, published(unconfirmed, NEXT_DAY));
    const outcomes = records.filter(({ source }) => source.startsWith('post.'));
    expect(outcomes.map(({ day, amounts }) => [day, amounts])).toEqual([
      ['2026-08-03', {}],
      ['2026-08-04', { posts_published: 1 }],
    ]);
  });

  it('costs what was sent, found later', () => {
    const send = {
      key: 'k',
      sent_at: sent.sent_at,
      ended_at: null,
      part: 0,
      prepared_state: { texts: ['www.example.com'] },
    };
    const found = { ...unconfirmed, prepared_state: null, unconfirmed_send: { ...sent, sends: [send] } };
    const part = recordsOfEntry(found, published(found, NEXT_DAY)).at(-1);
    expect(part!.amounts.platform_micro_usd).toBe(200_000);
  });

  it('counts as failed on the day of its time', () => {
    const failed = next(unconfirmed, { state: 'failed' });
    expect(recordsOfEntry(unconfirmed, failed)).toMatchObject([{ day: '2026-08-03', amounts: { posts_failed: 1 } }]);
  });
});

it('counts nothing for an entry that waits, is cancelled or removed', () => {
  const pending = pendingEntry();
  expect(recordsOfEntry(null, pending)).toEqual([]);
  expect(recordsOfEntry(pending, next(pending, { state: 'cancelled' }))).toEqual([]);
  expect(recordsOfEntry(published(pending, LIVE_AT), null)).toEqual([]);
});
