import { describe, expect, it } from 'vitest';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import { entryError } from '../../../lib/content/rules/sends/publish-failure-reasons.ts';
import { CONTENT_FORMATS } from '../../../lib/platforms/platforms.ts';
import { givesBack, type PublishingLimits, takeOfLimits } from '../../../lib/publishing/rules/limit-use.ts';
import { next, pendingEntry, sending } from '../../usage/given-posts.ts';

const NOW = Date.parse('2026-08-31T23:59:00.000Z');
const LIMITS: PublishingLimits = { posts_per_day: 5, platform_micro_usd_per_month: 1_000_000 };
const POST = { limit: 'posts_per_day', period: '2026-08-31', amount: 1 };
const PRICE = { limit: 'platform_micro_usd_per_month', period: '2026-08', amount: 15_000 };
const PART = { platform_post_id: '1', url: null, published_at: '2026-08-31T23:59:00.000Z' };

const take = (before: ScheduleEntry, after: ScheduleEntry, limits = LIMITS, nowMs = NOW) =>
  takeOfLimits(before, after, limits, CONTENT_FORMATS.twitter.publishPriceUsd, nowMs);
const claimed = pendingEntry({ state: 'claimed' });
/** An entry while it is sent, as it is stored. */
const sent = (limits = LIMITS) => take(claimed, sending(claimed, 'A text'), limits).entry;

describe('a post that is sent', () => {
  it('takes itself and its price', () => {
    expect(take(claimed, sending(claimed, 'A text')).taken).toEqual([POST, PRICE]);
    expect(take(claimed, sending(claimed, 'Read https://example.com')).taken[1]!.amount).toBe(200_000);
  });

  it('takes nothing of limits that the workspace does not have, and is stored as without them', () => {
    const after = sending(claimed, 'A text');
    const { entry, taken } = take(claimed, after, { posts_per_day: null, platform_micro_usd_per_month: null });
    expect(taken).toEqual([]);
    expect(entry).toBe(after);
  });

  it('takes nothing on a sandbox account', () => {
    const sandbox = { ...claimed, account_id: 'acc_sandbox_01K00000000000000000000000' };
    expect(take(sandbox, sending(sandbox, 'A text')).taken).toEqual([]);
  });

  it('takes nothing again after an attempt that was not sent, also on the next day', () => {
    const retried = next(sent(), { state: 'claimed' });
    expect(take(retried, sending(retried, 'A text'), LIMITS, NOW + 120_000).taken).toEqual([]);
  });

  it('takes nothing when what was sent with an unknown outcome is sent again', () => {
    const unconfirmed = pendingEntry({ state: 'unconfirmed' });
    expect(take(unconfirmed, sending(unconfirmed, 'A text')).taken).toEqual([]);
  });
});

describe('a thread', () => {
  it('is one post with the price of each part', () => {
    const continued = next(sent(), { state: 'claimed', parts: [PART] });
    const second = take(continued, sending(continued, 'A second'), LIMITS, NOW + 120_000);
    expect(second.taken).toEqual([{ ...PRICE, period: '2026-09' }]);
  });

  it('gives back the price of the part that fails only', () => {
    const continued = next(sent(), { state: 'claimed', parts: [PART] });
    const second = take(continued, sending(continued, 'A second')).entry;
    const { taken } = take(second, next(second, { state: 'interrupted' }));
    expect(taken).toEqual([{ ...PRICE, amount: -15_000 }]);
  });
});

describe('a post that fails', () => {
  it('gives back what it has taken, in the periods in which it has', () => {
    const { entry, taken } = take(sent(), next(sent(), { state: 'failed' }), LIMITS, NOW + 120_000);
    expect(taken).toEqual([
      { ...POST, amount: -1 },
      { ...PRICE, amount: -15_000 },
    ]);
    expect(entry.limit_use).toBeUndefined();
  });

  it('gives back nothing that it has not taken', () => {
    expect(take(claimed, next(claimed, { state: 'failed' })).taken).toEqual([]);
    const ofPosts = sent({ posts_per_day: 5, platform_micro_usd_per_month: null });
    expect(take(ofPosts, next(ofPosts, { state: 'failed' })).taken).toEqual([{ ...POST, amount: -1 }]);
  });

  it('keeps what it has taken while its outcome is unknown', () => {
    expect(take(sent(), next(sent(), { state: 'unconfirmed' })).taken).toEqual([]);
  });
});

describe('a post that a retry finds instead of sending it', () => {
  const retried = pendingEntry({ state: 'claimed', prepared_state: { texts: ['A text'] } });

  it.each(['published', 'continuing', 'unconfirmed'] as const)(
    'takes itself and its price when it becomes %s',
    (state) => {
      const { entry, taken } = take(retried, next(retried, { state, prepared_state: null, parts: [PART] }));
      expect(taken).toEqual([POST, PRICE]);
      expect(entry.limit_use).toEqual({ day: '2026-08-31', price: { part: 0, month: '2026-08', micro_usd: 15_000 } });
    },
  );

  it('takes nothing while its next part waits for another attempt', () => {
    const part = { ...retried, parts: [PART], prepared_state: null };
    expect(take(part, next(part, { state: 'continuing' })).taken).toEqual([]);
    expect(take(part, next(part, { state: 'published' })).taken).toEqual([]);
  });

  it('takes its price also when its thread ends with it', () => {
    const part = { ...retried, parts: [PART] };
    expect(take(part, next(part, { state: 'interrupted', parts: [PART, PART] })).taken).toEqual([PRICE]);
  });

  it('has the price of the text that was sent', () => {
    const send = { key: 'k', sent_at: '2026-08-31T23:00:00.000Z', ended_at: null, part: 0 };
    const sends = [{ ...send, prepared_state: { texts: ['Read https://example.com'] } }];
    const unconfirmed_send = { sent_at: send.sent_at, checks: 0, sends };
    const found = { ...retried, prepared_state: null, unconfirmed_send };
    expect(take(found, next(found, { state: 'published' })).taken).toEqual([POST, { ...PRICE, amount: 200_000 }]);
  });

  it('takes nothing that it still holds', () => {
    const held = next(sent(), { state: 'claimed', prepared_state: { texts: ['A text'] } });
    expect(take(held, next(held, { state: 'published', parts: [PART] })).taken).toEqual([]);
  });
});

describe('an entry that has ended', () => {
  it.each(['cancelled', 'failed', 'interrupted'] as const)('has something to give back as %s', (state) => {
    expect(givesBack(next(sent(), { state }))).toBe(true);
    expect(givesBack(next(claimed, { state }))).toBe(false);
  });

  it('has nothing to give back while its post may be live', () => {
    const deleted = next(sent(), { state: 'failed', error: entryError('deleted_unconfirmed') });
    expect([givesBack(deleted), givesBack(next(sent(), { state: 'unconfirmed' }))]).toEqual([false, false]);
  });
});
