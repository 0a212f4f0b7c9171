import { describe, expect, it } from 'vitest';
import type { Send, UnconfirmedSend } from '../../../../lib/content/rules/schedule-entry.ts';
import {
  CLOCK_SKEW_SECONDS,
  identifyPost,
  mayBeFrom,
  openSendsOf,
  SETTLE_SECONDS,
  sendsInDoubt,
  windowOf,
} from '../../../../lib/content/rules/sends/post-identification.ts';
import { LEASE_SECONDS } from '../../../../lib/core/retry/lease.ts';
import type { FoundPost } from '../../../../lib/platforms/kit/found-post.ts';
import { at, entryOn, NOW_MS, SEND_KEY, scheduled, withOutcome } from '../items.ts';

const sendAt = (second: number, endSecond: number | null = second + 2, key = SEND_KEY): Send => ({
  key,
  sent_at: at(second),
  ended_at: endSecond === null ? null : at(endSecond),
});
const postAt = (second: number, platformPostId = 'p1'): FoundPost => ({
  platformPostId,
  url: null,
  publishedAtMs: NOW_MS + second * 1000,
});

const NO_OTHERS = { sends: [], claimedPostIds: new Set<string>() };
const others = (...sends: Send[]) => ({ ...NO_OTHERS, sends });
const claimed = (...ids: string[]) => ({ ...NO_OTHERS, claimedPostIds: new Set(ids) });
const LAST = 2 + SETTLE_SECONDS;

describe('windowOf', () => {
  it('begins with the second of the send, and ends when the platform has settled its request', () => {
    const window = windowOf({ key: SEND_KEY, sent_at: at(10.7), ended_at: at(12) });
    expect(window).toEqual({ fromMs: NOW_MS + 10_000, toMs: NOW_MS + (12 + SETTLE_SECONDS) * 1000 });
  });

  it('contains everything that a running request can still cause', () => {
    const toMs = NOW_MS + (10 + LEASE_SECONDS.attempt + SETTLE_SECONDS) * 1000;
    expect(windowOf(sendAt(10, null))).toEqual({ fromMs: NOW_MS + 10_000, toMs });
  });
});

describe('identifyPost', () => {
  it('finds the only post during the send of the only target', () => {
    const post = { ...postAt(1), send: sendAt(0) };
    expect(identifyPost([postAt(1)], sendAt(0), NO_OTHERS)).toEqual({ result: 'found', post });
  });

  it.each([
    [0, 'found'],
    [-1, 'ambiguous'],
    [-CLOCK_SKEW_SECONDS, 'ambiguous'],
    [-CLOCK_SKEW_SECONDS - 1, 'none'],
    [LAST, 'found'],
    [LAST + 1, 'none'],
  ])('decides by its window about a post created %i seconds after the send', (second, result) => {
    expect(identifyPost([postAt(second)], sendAt(0), NO_OTHERS)).toMatchObject({ result });
  });

  it('is never published before its send', () => {
    const send = { ...sendAt(0), sent_at: at(0.7) };
    expect(identifyPost([postAt(0)], send, NO_OTHERS)).toMatchObject({ post: { publishedAtMs: NOW_MS + 700 } });
  });

  it('does not take the post of another target', () => {
    expect(identifyPost([postAt(1)], sendAt(0), claimed('p1'))).toEqual({ result: 'none' });
  });

  it('finds its own post beside that of another target', () => {
    const posts = [postAt(1, 'p1'), postAt(1, 'p2')];
    expect(identifyPost(posts, sendAt(0), claimed('p1'))).toMatchObject({ post: { platformPostId: 'p2' } });
  });

  it('does not choose among two posts', () => {
    const posts = [postAt(1, 'p1'), postAt(2, 'p2')];
    expect(identifyPost(posts, sendAt(0), NO_OTHERS)).toEqual({ result: 'ambiguous' });
  });

  it.each([
    ['at the same time', sendAt(0), 'ambiguous'],
    ['before, and it may still have been processed', sendAt(-SETTLE_SECONDS, -SETTLE_SECONDS + 1), 'ambiguous'],
    ['long before', sendAt(-200, -198), 'found'],
    ['after the post was created', sendAt(10), 'found'],
    ['and is still being sent', sendAt(-LEASE_SECONDS.attempt, null), 'ambiguous'],
  ])('compares with the send of another target %s', (_, other, result) => {
    expect(identifyPost([postAt(1)], sendAt(0), others(other))).toMatchObject({ result });
  });
});

describe('openSendsOf', () => {
  const openAfter = (...[outcome]: [Parameters<typeof withOutcome>[2]]) =>
    openSendsOf(entryOn(withOutcome(scheduled('twitter'), 'twitter', outcome), 'twitter'));

  it.each(['pending', 'claimed', 'failed', 'cancelled', 'published'] as const)('is empty for a %s entry', (outcome) => {
    expect(openAfter(outcome)).toEqual([]);
  });

  it('has a request that is running, and one whose outcome is unknown', () => {
    expect(openAfter('sending')).toEqual([sendAt(3600, null)]);
    expect(openAfter('unconfirmed')).toEqual([sendAt(3600, 3600)]);
  });
});

describe('a post that a person names', () => {
  const { unconfirmed_send: _, ...unsent } = entryOn(scheduled('twitter'), 'twitter');
  const isFrom = (unconfirmed_send: UnconfirmedSend, second: number) =>
    mayBeFrom(sendsInDoubt({ ...unsent, unconfirmed_send }), NOW_MS + second * 1000);

  it('may be from each send in doubt, from a minute before it until its request is settled', () => {
    const sent = { sent_at: at(0), checks: 0, sends: [sendAt(0), sendAt(1000)] };
    const seconds = [-CLOCK_SKEW_SECONDS - 1, -CLOCK_SKEW_SECONDS, LAST, LAST + 1, 1000 + LAST, 1001 + LAST];
    expect(seconds.map((second) => isFrom(sent, second))).toEqual([false, true, true, false, true, false]);
  });

  it('may be from the first to the last send of an item that was stored without its sends', () => {
    const sent = { sent_at: at(0), last_sent_at: at(1000), checks: 2 };
    const last = 1000 + LEASE_SECONDS.attempt + SETTLE_SECONDS;
    expect([-61, 0, 500, last, last + 1].map((second) => isFrom(sent, second))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('is from no send of an entry that has sent nothing', () => {
    expect(sendsInDoubt({ ...unsent, unconfirmed_send: null })).toEqual([]);
  });
});
