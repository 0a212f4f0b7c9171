import { describe, expect, it } from 'vitest';
import type { ContentState } from '../../../lib/content/rules/content.ts';
import { RECONCILE_DELAYS_SECONDS } from '../../../lib/core/retry/back-off.ts';
import { claim, decideNextAction, startSending } from '../../../lib/publishing/rules/publish-transitions.ts';
import { resolveUnconfirmed } from '../../../lib/publishing/rules/resolve-unconfirmed.ts';
import {
  markNotPublished,
  markPublished,
  markUnconfirmed,
  markUnconfirmedAfterCrash,
  returnToUnconfirmed,
  scheduleNextCheck,
  stopChecking,
} from '../../../lib/publishing/rules/unconfirmed-transitions.ts';
import {
  afterOutcomes,
  applyToEntry,
  at,
  DECLINED,
  entryOn,
  LIMIT_SECONDS,
  SEND_KEY,
  scheduled,
  UNANSWERED,
  withOutcome,
} from '../../content/rules/items.ts';
import { DUE_MS, entryAfter, LIVE, MINUTE_MS, SEND, unconfirmedOnTwitter } from './unconfirmed-items.ts';

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
