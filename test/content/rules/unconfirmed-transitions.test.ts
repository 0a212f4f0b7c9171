import { describe, expect, it } from 'vitest';
import type { ContentState } from '../../../lib/content/rules/content.ts';
import type { IdentifiedPost } from '../../../lib/content/rules/post-identification.ts';
import { claim, decideNextAction, startSending } from '../../../lib/content/rules/publish-transitions.ts';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import {
  markNotPublished,
  markPublished,
  markUnconfirmed,
  markUnconfirmedAfterCrash,
  RECONCILE_DELAYS_SECONDS,
  type Resolution,
  resolveUnconfirmed,
  returnToUnconfirmed,
  scheduleNextCheck,
  stopChecking,
} from '../../../lib/content/rules/unconfirmed-transitions.ts';
import { catchApiError } from '../../core/values/thrown-api-error.ts';
import {
  afterOutcomes,
  applyToEntry,
  at,
  DECLINED,
  entryOn,
  LIMIT_SECONDS,
  NOW_MS,
  SEND_KEY,
  type SimulatedOutcome,
  scheduled,
  UNANSWERED,
  withOutcome,
} from './items.ts';

const DUE_MS = NOW_MS + 3600_000;
const MINUTE_MS = 60_000;

/** The send of these items at their time, whose outcome is unknown at once. */
const SEND = { key: SEND_KEY, sent_at: at(3600), ended_at: at(3600), prepared_state: { container: 'c1' } };
const LIVE: IdentifiedPost = {
  platformPostId: 'p1',
  url: 'https://x.com/i/web/status/1',
  publishedAtMs: DUE_MS,
  send: SEND,
};

/** An item whose post to Twitter is unconfirmed since its send; `changes` apply to its entry. */
function unconfirmedOnTwitter(changes: Partial<ScheduleEntry> = {}): ContentState & { entry: ScheduleEntry } {
  const state = withOutcome(scheduled('twitter'), 'twitter', 'unconfirmed');
  const entry = { ...entryOn(state, 'twitter'), ...changes };
  return { content: state.content, entries: [entry], entry };
}

function entryAfter({ entries: [entry] }: ContentState): ScheduleEntry {
  return entry!;
}

describe('markUnconfirmed', () => {
  const sending = withOutcome(scheduled('twitter'), 'twitter', 'sending');
  const later = markUnconfirmed(sending.content, entryOn(sending, 'twitter'), UNANSWERED, DUE_MS + 20_000);

  it('sets an entry to unconfirmed, with the error and without the attempt', () => {
    expect(later.entries).toMatchObject([{ state: 'unconfirmed', error: UNANSWERED, attempt: null }]);
  });

  it('schedules the first check 5 seconds later', () => {
    expect(entryAfter(later).due_at).toBe(at(3600 + 20 + 5));
  });

  it('stores the time when the post was sent, not when its outcome became unknown', () => {
    expect(entryAfter(later).unconfirmed_send).toEqual({
      sent_at: at(3600),
      last_sent_at: at(3600),
      checks: 0,
      sends: [{ ...SEND, ended_at: at(3620) }],
    });
  });

  it('keeps the prepared state, which the check uses', () => {
    expect(entryAfter(later).prepared_state).toEqual({ container: 'c1' });
  });

  it('sets the item to unconfirmed, and shows the next check', () => {
    expect(later.content.status).toBe('unconfirmed');
    expect(later.content.targets.twitter).toMatchObject({
      status: 'unconfirmed',
      next_check_at: at(3625),
      error: UNANSWERED,
    });
  });

  it('keeps the time of the first of several unconfirmed sends, and checks as often as for the first one', () => {
    const first = unconfirmedOnTwitter({ unconfirmed_send: { sent_at: at(3600), checks: 3 } });
    const pending = markNotPublished(first.content, first.entry, DUE_MS + MINUTE_MS, LIMIT_SECONDS);
    const claimed = claim(pending.content, entryAfter(pending), 'att_2', DUE_MS + 2 * MINUTE_MS);
    const sent = startSending(
      claimed.content,
      entryAfter(claimed),
      { preparedState: {}, key: SEND_KEY },
      DUE_MS + 2 * MINUTE_MS,
    );
    const second = markUnconfirmed(sent.content, entryAfter(sent), UNANSWERED, DUE_MS + 2 * MINUTE_MS);
    expect(entryAfter(second)).toMatchObject({
      unconfirmed_send: { sent_at: at(3600), checks: 0 },
      due_at: at(3600 + 120 + 5),
    });
  });

  it('keeps the time of an unconfirmed_send of an earlier entry', () => {
    const entry = { ...entryOn(sending, 'twitter'), unconfirmed_send: { sent_at: at(-9000), checks: 4 } };
    const next = markUnconfirmed(sending.content, entry, UNANSWERED, DUE_MS);
    // The first send counts as the start, the last one as a request that may still be in progress.
    expect(entryAfter(next).unconfirmed_send).toEqual({
      sent_at: at(-9000),
      last_sent_at: at(3600),
      checks: 0,
      sends: [SEND],
    });
  });

  it('keeps every earlier send that may have created the post', () => {
    const earlier = { key: 'another text', sent_at: at(-9000), ended_at: at(-8999) };
    const unconfirmed_send = { sent_at: at(-9000), checks: 4, sends: [earlier] };
    const next = markUnconfirmed(
      sending.content,
      { ...entryOn(sending, 'twitter'), unconfirmed_send },
      UNANSWERED,
      DUE_MS,
    );
    expect(entryAfter(next).unconfirmed_send?.sends).toEqual([earlier, SEND]);
  });
});

describe('returnToUnconfirmed', () => {
  it('checks an earlier send from the beginning, without a send of the attempt that created nothing', () => {
    const { content, entries } = withOutcome(scheduled('twitter'), 'twitter', 'sending');
    const sends = [{ key: SEND_KEY, sent_at: at(3000), ended_at: at(3001) }];
    const entry = { ...entries[0]!, unconfirmed_send: { sent_at: at(3000), checks: 4, sends } };
    const next = returnToUnconfirmed(content, entry, DECLINED, DUE_MS);
    expect(entryAfter(next)).toMatchObject({ state: 'unconfirmed', due_at: at(3605), attempt: null, error: DECLINED });
    expect(entryAfter(next).unconfirmed_send).toEqual({ sent_at: at(3000), checks: 0, sends });
  });
});

describe('markUnconfirmedAfterCrash', () => {
  const sending = withOutcome(scheduled('twitter'), 'twitter', 'sending');
  const next = markUnconfirmedAfterCrash(sending.content, entryOn(sending, 'twitter'), DUE_MS + 200_000);

  it('stores that the outcome is unknown and must not be retried automatically', () => {
    expect(next.entries).toMatchObject([
      { state: 'unconfirmed', attempt: null, error: { code: 'outcome_unknown', retryable: false } },
    ]);
    expect(next.content.status).toBe('unconfirmed');
  });

  it('schedules an immediate check of a post that was sent when its worker started to send', () => {
    expect(entryAfter(next)).toMatchObject({
      due_at: at(3600 + 200),
      unconfirmed_send: { sent_at: at(3600), checks: 0 },
    });
  });

  it('takes the end of the lease for the end of the request', () => {
    expect(entryAfter(next).unconfirmed_send?.sends).toEqual([{ ...SEND, ended_at: at(3720) }]);
  });
});

describe('scheduleNextCheck', () => {
  it.each([
    [0, 1, 55],
    [1, 2, 240],
    [2, 3, 1500],
  ])('after check %i+1 has made %i checks, and waits %i seconds for the next', (checks, made, waitSeconds) => {
    const { content, entry } = unconfirmedOnTwitter({ unconfirmed_send: { sent_at: at(3600), checks } });
    const next = entryAfter(scheduleNextCheck(content, entry, DUE_MS + 7_000, LIMIT_SECONDS));
    expect(next.unconfirmed_send).toEqual({ sent_at: at(3600), checks: made });
    expect(next.due_at).toBe(at(3600 + 7 + waitSeconds));
  });

  it('schedules no check after the fourth, and keeps the unconfirmed_send', () => {
    const { content, entry } = unconfirmedOnTwitter({ unconfirmed_send: { sent_at: at(3600), checks: 3 } });
    const next = scheduleNextCheck(content, entry, DUE_MS + MINUTE_MS, LIMIT_SECONDS);
    expect(entryAfter(next)).toMatchObject({
      state: 'unconfirmed',
      due_at: null,
      unconfirmed_send: { sent_at: at(3600), checks: 4 },
    });
    expect(next.content.targets.twitter?.next_check_at).toBeNull();
  });

  it('changes neither the state nor the error', () => {
    const { content, entry } = unconfirmedOnTwitter();
    expect(entryAfter(scheduleNextCheck(content, entry, DUE_MS + 5_000, LIMIT_SECONDS))).toMatchObject({
      state: 'unconfirmed',
      error: UNANSWERED,
    });
  });

  it('checks 5, 60, 300 and 1800 seconds after the unconfirmed_send when every check is on time', () => {
    let { entry, content } = unconfirmedOnTwitter();
    const checks: number[] = [];
    while (entry.due_at !== null) {
      const dueMs = Date.parse(entry.due_at);
      expect(decideNextAction(entry, dueMs, LIMIT_SECONDS)).toEqual({ action: 'reconcile' });
      checks.push((dueMs - DUE_MS) / 1000);
      const next = scheduleNextCheck(content, entry, dueMs, LIMIT_SECONDS);
      [content, entry] = [next.content, entryAfter(next)];
    }
    expect(checks).toEqual([5, 60, 300, 1800]);
    expect(RECONCILE_DELAYS_SECONDS).toEqual(checks);
  });

  it('waits as long after a delayed check as after one on time', () => {
    const { content, entry } = unconfirmedOnTwitter();
    const late = entryAfter(scheduleNextCheck(content, entry, DUE_MS + 86_400_000, LIMIT_SECONDS));
    expect(late.due_at).toBe(at(3600 + 86_400 + 55));
  });
});

describe('scheduleNextCheck of a post that may be sent again', () => {
  function delaysUntil(limitSeconds: number): number[] {
    const state = withOutcome(scheduled('bluesky'), 'bluesky', 'unconfirmed');
    let [content, entry] = [state.content, entryOn(state, 'bluesky')];
    const delays: number[] = [];
    for (let dueMs = Date.parse(entry.due_at!); entry.due_at !== null; ) {
      const next = scheduleNextCheck(content, entry, dueMs, limitSeconds);
      [content, entry] = [next.content, entryAfter(next)];
      if (entry.due_at === null) break;
      delays.push((Date.parse(entry.due_at) - dueMs) / 1000);
      dueMs = Date.parse(entry.due_at);
    }
    return delays;
  }

  it('waits at most half a minute for ten minutes, and then twice as long each time, up to half an hour', () => {
    const delays = delaysUntil(6 * 3600);
    const first = delays.slice(0, 20);
    expect(Math.max(...first)).toBe(30);
    expect(first.reduce((sum, delay) => sum + delay, 0)).toBeCloseTo(600, -2);
    expect(delays.slice(20, 27)).toEqual([60, 120, 240, 480, 960, 1800, 1800]);
  });

  it('ends after the lateness limit', () => {
    expect(delaysUntil(60).length).toBeLessThan(12);
  });
});

describe('stopChecking', () => {
  const { content, entry } = unconfirmedOnTwitter();
  const next = stopChecking(content, entry, DUE_MS + 5_000);

  it('schedules no check, and keeps the state, the error and the unconfirmed_send', () => {
    expect(next.entries).toEqual([{ ...entry, due_at: null }]);
  });

  it('leaves the item unconfirmed, without a next check', () => {
    expect([next.content.status, next.content.targets.twitter?.next_check_at]).toEqual(['unconfirmed', null]);
  });
});

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
    const other = { ...SEND, sent_at: at(3000), ended_at: at(3001) };
    const unconfirmed_send = { sent_at: at(3000), checks: 0, sends: [other, SEND] };
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
    expect(entryAfter(next).unconfirmed_send?.sends).toEqual([SEND]);
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
    ['published', PUBLISHED],
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

describe('every step of a reconciliation', () => {
  const steps: [string, (state: ContentState) => ContentState][] = [
    [
      'scheduleNextCheck',
      (state) => applyToEntry(state, 'twitter', (c, e) => scheduleNextCheck(c, e, DUE_MS, LIMIT_SECONDS)),
    ],
    ['stopChecking', (state) => applyToEntry(state, 'twitter', (c, e) => stopChecking(c, e, DUE_MS))],
    [
      'markNotPublished',
      (state) => applyToEntry(state, 'twitter', (c, e) => markNotPublished(c, e, DUE_MS, LIMIT_SECONDS)),
    ],
    ['confirm', (state) => applyToEntry(state, 'twitter', (c, e) => markPublished(c, e, LIVE, DUE_MS))],
    [
      'resolve',
      (state) => applyToEntry(state, 'twitter', (c, e) => resolveUnconfirmed(c, e, { outcome: 'failed' }, DUE_MS)!),
    ],
  ];

  it.each(steps)('%s leaves the targets of other platforms unchanged', (_, step) => {
    const before = afterOutcomes('unconfirmed', 'unconfirmed');
    const after = step(before);
    expect(after.content.targets.instagram).toEqual(before.content.targets.instagram);
    expect(entryOn(after, 'instagram')).toEqual(entryOn(before, 'instagram'));
  });
});
