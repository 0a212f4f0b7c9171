import { describe, expect, it } from 'vitest';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import type { IdentifiedPost } from '../../../lib/content/rules/sends/post-identification.ts';
import { decideNextAction } from '../../../lib/publishing/rules/publish-transitions.ts';
import { type Resolution, resolveUnconfirmed } from '../../../lib/publishing/rules/resolve-unconfirmed.ts';
import { markNotPublished, markPublished } from '../../../lib/publishing/rules/unconfirmed-transitions.ts';
import {
  at,
  entryOn,
  LIMIT_SECONDS,
  type SimulatedOutcome,
  scheduled,
  withOutcome,
} from '../../content/rules/items.ts';
import { catchApiError } from '../../core/values/thrown-api-error.ts';
import { DUE_MS, entryAfter, LIVE, MINUTE_MS, SEND, unconfirmedOnTwitter } from './unconfirmed-items.ts';

describe('markPublished', () => {
  const live = LIVE;

  function confirmed(post: Partial<IdentifiedPost>, changes: Partial<ScheduleEntry> = {}) {
    const { content, entry } = unconfirmedOnTwitter(changes);
    return markPublished(content, entry, { ...live, ...post }, DUE_MS + 90_000);
  }

  it('sets the post to published, with the data of the platform and without the error', () => {
    const { content, entries } = confirmed({});
    expect(entries).toMatchObject([
      { state: 'published', due_at: null, platform_post_id: 'p1', url: live.url, error: null },
    ]);
    expect(content.status).toBe('published');
    expect(content.targets.twitter).toMatchObject({ status: 'published', error: null });
  });

  it('stores the publication time of the platform', () => {
    expect(entryAfter(confirmed({ publishedAtMs: DUE_MS + 2_500 })).published_at).toBe(at(3602.5));
  });

  it('is not earlier than the send, whatever the platform says', () => {
    expect(entryAfter(confirmed({ publishedAtMs: DUE_MS - 700 }))).toMatchObject({
      published_at: at(3600),
      late_by_seconds: 0,
    });
  });

  it('leaves the other sends open, which may have created other posts', () => {
    const { prepared_state: _, ...other } = { ...SEND, sent_at: at(3000), ended_at: at(3001) };
    const unconfirmed_send = {
      sent_at: at(3000),
      checks: 0,
      sends: [{ ...other, prepared_state: SEND.prepared_state }, SEND],
    };
    expect(entryAfter(confirmed({}, { unconfirmed_send })).unconfirmed_send?.sends).toEqual([other]);
  });

  it.each([
    [0, 0],
    [999, 0],
    [1_000, 1],
    [61_500, 61],
  ])('rounds a lateness of %i ms down to %i whole seconds, without the time of the checks', (lateMs, seconds) => {
    expect(entryAfter(confirmed({ publishedAtMs: DUE_MS + lateMs })).late_by_seconds).toBe(seconds);
  });

  it('ends an attempt that found the post of an earlier unconfirmed_send', () => {
    const { content, entries } = withOutcome(scheduled('twitter'), 'twitter', 'sending');
    const entry = { ...entries[0]!, unconfirmed_send: { sent_at: at(3000), checks: 4 } };
    const found = { ...live, publishedAtMs: Date.parse(at(3001)) };
    expect(entryAfter(markPublished(content, entry, found, DUE_MS + 90_000))).toMatchObject({
      state: 'published',
      attempt: null,
      due_at: null,
      published_at: at(3001),
      late_by_seconds: 0,
    });
  });

  it('keeps the unconfirmed_send, so that a later duplicate is recognized as this post', () => {
    expect(entryAfter(confirmed({})).unconfirmed_send).toMatchObject({ sent_at: at(3600), checks: 0 });
  });
});

describe('markNotPublished', () => {
  function denied(changes: Partial<ScheduleEntry> = {}, nowMs = DUE_MS + 5_000) {
    const { content, entry } = unconfirmedOnTwitter(changes);
    return markNotPublished(content, entry, nowMs, LIMIT_SECONDS);
  }

  it('returns the post to pending, with the prepared state and the scheduled time', () => {
    const next = denied();
    expect(next.entries).toMatchObject([
      {
        state: 'pending',
        attempt: null,
        prepared_state: { container: 'c1' },
        scheduled_at: at(3600),
      },
    ]);
    expect(next.content.status).toBe('scheduled');
  });

  it.each([
    [1, 15],
    [2, 60],
    [5, 1800],
  ])('waits after attempt %i for %i seconds, as after any attempt that was not sent', (attempts, seconds) => {
    expect(entryAfter(denied({ attempts })).due_at).toBe(at(3605 + seconds));
  });

  it('retries exactly at the lateness limit, and fails beyond it', () => {
    const lastMs = DUE_MS + (LIMIT_SECONDS - 15) * 1000;
    expect(entryAfter(denied({}, lastMs)).state).toBe('pending');
    expect(entryAfter(denied({}, lastMs + 1))).toMatchObject({ state: 'failed', due_at: null });
  });

  it('stores the error that the post is not live', () => {
    const late = denied({}, DUE_MS + LIMIT_SECONDS * 1000);
    expect(entryAfter(late)).toMatchObject({
      state: 'failed',
      error: { code: 'not_published', category: 'platform', retryable: true },
    });
    expect(late.content.targets.twitter?.error?.message).not.toMatch(/may be live/);
  });

  it('keeps the unconfirmed_send for the next attempt, without the sends that created nothing', () => {
    expect(entryAfter(denied()).unconfirmed_send).toMatchObject({ sent_at: at(3600), checks: 0, sends: [] });
  });
});

describe('resolveUnconfirmed', () => {
  const url = 'https://x.com/acme/status/1';
  const PUBLISHED: Resolution = { outcome: 'published', platformPostId: '1', url };
  const FAILED: Resolution = { outcome: 'failed' };

  it('sets an unconfirmed post to published at the time of the send when a caller resolves it', () => {
    const { content, entry } = unconfirmedOnTwitter();
    const next = resolveUnconfirmed(content, entry, PUBLISHED, DUE_MS + 86_400_000)!;
    expect(next.entries).toMatchObject([
      {
        state: 'published',
        due_at: null,
        platform_post_id: '1',
        url,
        published_at: at(3600),
        late_by_seconds: 0,
        error: null,
      },
    ]);
    expect(next.content.status).toBe('published');
  });

  it('accepts a resolution without the id of the post, and leaves its send open', () => {
    const { content, entry } = unconfirmedOnTwitter();
    const next = resolveUnconfirmed(content, entry, { ...PUBLISHED, platformPostId: null, url: null }, DUE_MS)!;
    expect(entryAfter(next)).toMatchObject({ state: 'published', platform_post_id: null, url: null });
    const { prepared_state: _, ...left } = SEND;
    expect(entryAfter(next).unconfirmed_send?.sends).toEqual([left]);
  });

  it('closes the send of a post whose id the user names', () => {
    const { content, entry } = unconfirmedOnTwitter();
    const next = resolveUnconfirmed(content, entry, PUBLISHED, DUE_MS)!;
    expect(entryAfter(next).unconfirmed_send?.sends).toEqual([]);
  });

  it('sets an unconfirmed post to failed and retryable when a caller resolves it', () => {
    const { content, entry } = unconfirmedOnTwitter();
    const next = resolveUnconfirmed(content, entry, FAILED, DUE_MS + 86_400_000)!;
    expect(next.entries).toMatchObject([
      {
        state: 'failed',
        due_at: null,
        attempt: null,
        error: { code: 'resolved_as_failed', retryable: true },
      },
    ]);
    expect(next.content.status).toBe('failed');
  });

  it.each([
    ['published', PUBLISHED],
    ['failed', FAILED],
  ] as const)('ends the checks of a post that is resolved as %s', (_, resolution) => {
    const { content, entry } = unconfirmedOnTwitter();
    const next = resolveUnconfirmed(content, entry, resolution, DUE_MS + 1_000)!;
    expect(decideNextAction(entryAfter(next), DUE_MS + 86_400_000, LIMIT_SECONDS)).toEqual({
      action: 'nothing',
    });
  });

  it.each([
    ['published', PUBLISHED],
    ['failed', FAILED],
  ] as const)('resolves a post as %s also after the last check', (state, resolution) => {
    const { content, entry } = unconfirmedOnTwitter({
      due_at: null,
      unconfirmed_send: { sent_at: at(3600), checks: 4 },
    });
    expect(resolveUnconfirmed(content, entry, resolution, DUE_MS)?.entries).toMatchObject([{ state }]);
  });

  it('keeps the unconfirmed_send of a post resolved as failed, because the resolution may be wrong', () => {
    const { content, entry } = unconfirmedOnTwitter();
    expect(entryAfter(resolveUnconfirmed(content, entry, FAILED, DUE_MS)!).unconfirmed_send).toEqual(
      entry.unconfirmed_send,
    );
  });

  it('resolves an unconfirmed post without an unconfirmed_send', () => {
    const { unconfirmed_send: _, ...old } = unconfirmedOnTwitter({ due_at: null }).entry;
    const next = resolveUnconfirmed(unconfirmedOnTwitter().content, old, PUBLISHED, DUE_MS + MINUTE_MS)!;
    expect(entryAfter(next)).toMatchObject({ state: 'published', published_at: at(3660) });
  });

  it.each([
    ['published', { ...PUBLISHED, platformPostId: 'post-twitter' }],
    ['published', { ...PUBLISHED, platformPostId: null, url: null }],
    ['failed', FAILED],
  ] as const)('does not change a target that is %s already', (fate, resolution) => {
    const state = withOutcome(scheduled('twitter'), 'twitter', fate);
    expect(resolveUnconfirmed(state.content, entryOn(state, 'twitter'), resolution, DUE_MS)).toBeNull();
  });

  const OTHERS: [SimulatedOutcome, Resolution][] = [
    ...(['pending', 'claimed', 'sending', 'cancelled'] as const).flatMap((fate): [SimulatedOutcome, Resolution][] => [
      [fate, PUBLISHED],
      [fate, FAILED],
    ]),
    ['published', FAILED],
    ['published', PUBLISHED],
    ['failed', PUBLISHED],
  ];

  it.each(OTHERS)('rejects for a target that is %s the resolution %j', (fate, resolution) => {
    const state = withOutcome(scheduled('twitter'), 'twitter', fate);
    const settle = () => resolveUnconfirmed(state.content, entryOn(state, 'twitter'), resolution, DUE_MS);
    const { code, extensions } = catchApiError(settle);
    expect(code).toBe('invalid_state_transition');
    expect(extensions).toMatchObject({ requested: resolution.outcome, allowed: [] });
  });

  it('returns the current status in the error as named by the API', () => {
    const state = withOutcome(scheduled('twitter'), 'twitter', 'sending');
    const { extensions } = catchApiError(() =>
      resolveUnconfirmed(state.content, entryOn(state, 'twitter'), FAILED, DUE_MS),
    );
    expect(extensions.current).toBe('publishing');
  });
});
