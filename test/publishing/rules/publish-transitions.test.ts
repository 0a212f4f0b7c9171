import { describe, expect, it } from 'vitest';
import type { ContentState } from '../../../lib/content/rules/content.ts';
import { publishNow } from '../../../lib/content/rules/schedule/scheduling.ts';
import type { EntryError } from '../../../lib/content/rules/schedule-entry.ts';
import { entryError } from '../../../lib/content/rules/sends/publish-failure-reasons.ts';
import { LEASE_SECONDS } from '../../../lib/core/retry/lease.ts';
import {
  applyPublishOutcome,
  claim,
  decideNextAction,
  failAsTooLate,
  type PublishOutcome,
  startSending,
} from '../../../lib/publishing/rules/publish-transitions.ts';
import { stopChecking } from '../../../lib/publishing/rules/unconfirmed-transitions.ts';
import {
  afterOutcomes,
  applyToEntry,
  at,
  DECLINED,
  entryOn,
  idsNamed,
  LIMIT_SECONDS,
  NOW_MS,
  SEND_KEY,
  scheduled,
  withOutcome,
} from '../../content/rules/items.ts';

const DUE_MS = NOW_MS + 3600_000;
const BUSY: EntryError = { code: 'busy', message: 'Later.', category: 'rate_limit', retryable: true };

function twitter(fate: Parameters<typeof withOutcome>[2]) {
  const state = withOutcome(scheduled('twitter'), 'twitter', fate);
  return { ...state, entry: entryOn(state, 'twitter') };
}

function verdict(state: ContentState, nowMs: number) {
  return decideNextAction(entryOn(state, 'twitter'), nowMs, LIMIT_SECONDS);
}

describe('decideNextAction', () => {
  it('waits for the time of a pending entry, to the millisecond', () => {
    expect(verdict(twitter('pending'), DUE_MS - 1)).toEqual({ action: 'wait', untilMs: DUE_MS });
    expect(verdict(twitter('pending'), DUE_MS)).toEqual({ action: 'claim' });
  });

  it('claims a pending entry up to the lateness limit and expires it beyond', () => {
    const limitMs = DUE_MS + LIMIT_SECONDS * 1000;
    expect(verdict(twitter('pending'), limitMs)).toEqual({ action: 'claim' });
    expect(verdict(twitter('pending'), limitMs + 1)).toEqual({ action: 'expire' });
  });

  it('leaves a claimed and a sending entry unchanged during the lease', () => {
    const lastMs = DUE_MS + LEASE_SECONDS.attempt * 1000 - 1;
    expect(verdict(twitter('claimed'), lastMs)).toEqual({ action: 'nothing' });
    expect(verdict(twitter('sending'), lastMs)).toEqual({ action: 'nothing' });
  });

  it('takes over a claimed entry after the lease has expired', () => {
    expect(verdict(twitter('claimed'), DUE_MS + LEASE_SECONDS.attempt * 1000)).toEqual({ action: 'claim' });
  });

  it('expires a claimed entry whose lease has expired beyond the lateness limit', () => {
    expect(verdict(twitter('claimed'), DUE_MS + LIMIT_SECONDS * 1000 + 1)).toEqual({ action: 'expire' });
  });

  it('never sends again after a crash while sending, however late', () => {
    expect(verdict(twitter('sending'), DUE_MS + LEASE_SECONDS.attempt * 1000)).toEqual({
      action: 'mark_unconfirmed',
    });
    expect(verdict(twitter('sending'), DUE_MS + LIMIT_SECONDS * 2000)).toEqual({
      action: 'mark_unconfirmed',
    });
  });

  it.each(['published', 'failed', 'cancelled'] as const)('does nothing for an entry that is %s', (fate) => {
    expect(verdict(twitter(fate), DUE_MS + LIMIT_SECONDS * 2000)).toEqual({ action: 'nothing' });
  });

  it('reconciles an unconfirmed post when it is due, to the millisecond', () => {
    const checkMs = DUE_MS + 5000;
    expect(verdict(twitter('unconfirmed'), checkMs - 1)).toEqual({ action: 'wait', untilMs: checkMs });
    expect(verdict(twitter('unconfirmed'), checkMs)).toEqual({ action: 'reconcile' });
  });

  it('reconciles an unconfirmed post beyond the lateness limit too', () => {
    expect(verdict(twitter('unconfirmed'), DUE_MS + LIMIT_SECONDS * 2000)).toEqual({ action: 'reconcile' });
  });

  it('does nothing for an unconfirmed post after the last check', () => {
    const over = applyToEntry(twitter('unconfirmed'), 'twitter', (content, entry) =>
      stopChecking(content, entry, DUE_MS),
    );
    expect(verdict(over, DUE_MS + LIMIT_SECONDS * 2000)).toEqual({ action: 'nothing' });
  });

  it('measures the lateness of an immediate publication from the request', () => {
    const late = DUE_MS + LIMIT_SECONDS * 2000;
    expect(verdict(publishNow(twitter('pending'), idsNamed('n'), late), late)).toEqual({ action: 'claim' });
  });

  it('measures the lateness of a retry from the scheduled time, not from the retry', () => {
    const { content, entry } = twitter('sending');
    const retry = applyPublishOutcome(
      content,
      entry,
      { outcome: 'retry', error: BUSY, retryAfterSeconds: LIMIT_SECONDS - 3600 },
      DUE_MS,
      LIMIT_SECONDS,
    );
    expect(verdict(retry, DUE_MS + LIMIT_SECONDS * 1000 + 1)).toEqual({ action: 'expire' });
  });
});

describe('claim', () => {
  const { content, entry } = twitter('pending');
  const next = claim(content, entry, 'att_9', DUE_MS);

  it('records the attempt with its number and a lease of 120 seconds', () => {
    expect(next.entries[0]).toMatchObject({
      state: 'claimed',
      attempts: 1,
      due_at: at(3720),
      attempt: { id: 'att_9', sent_at: null },
    });
  });

  it('sets the item to publishing', () => {
    expect([next.content.status, next.content.targets.twitter?.status]).toEqual(['publishing', 'publishing']);
  });

  it('counts a takeover as another attempt with a new fence', () => {
    const again = claim(next.content, next.entries[0]!, 'att_10', DUE_MS + 200_000);
    expect(again.entries[0]?.attempt).toMatchObject({ id: 'att_10' });
    expect(again.entries[0]?.attempts).toBe(2);
  });
});

describe('a claim that is taken over after a crash', () => {
  const { content, entry } = twitter('claimed');

  it('shows that the preparation was interrupted, and keeps what was prepared', () => {
    const prepared = { ...entry, prepared_state: { ids: ['1'] } };
    const next = claim(content, prepared, 'att_10', DUE_MS + 200_000);
    const error = entryError('preparation_interrupted');
    expect(next.entries[0]).toMatchObject({ error, prepared_state: { ids: ['1'] } });
    expect(next.content.targets.twitter?.error).toEqual(error);
  });

  it('fails with that reason beyond the lateness limit', () => {
    const next = failAsTooLate(content, entry, DUE_MS + LIMIT_SECONDS * 2000);
    expect(next.entries[0]).toMatchObject({ state: 'failed', error: entryError('preparation_interrupted') });
  });
});

describe('startSending', () => {
  const { content, entry } = twitter('claimed');
  const next = startSending(content, entry, { preparedState: { container: 'c1' }, key: SEND_KEY }, DUE_MS + 5000)
    .entries[0];

  it('records the time and the prepared state before anything is sent', () => {
    expect(next).toMatchObject({
      state: 'sending',
      prepared_state: { container: 'c1' },
      attempt: { id: 'att_twitter', sent_at: at(3605), key: SEND_KEY },
    });
  });

  it('does not extend the lease', () => {
    expect(next?.due_at).toBe(at(3720));
  });
});

function settled(settlement: PublishOutcome, nowMs = DUE_MS, attempts = 1) {
  const { content, entry } = twitter('sending');
  const next = applyPublishOutcome(content, { ...entry, attempts }, settlement, nowMs, LIMIT_SECONDS);
  return { content: next.content, entry: next.entries[0]! };
}

function retried(attempts: number, retryAfterSeconds: number | null, nowMs = DUE_MS) {
  return settled({ outcome: 'retry', error: BUSY, retryAfterSeconds }, nowMs, attempts).entry;
}

describe('applyPublishOutcome', () => {
  it.each<[PublishOutcome, string]>([
    [{ outcome: 'published', platformPostId: 'p1', url: 'https://x.com/p1' }, 'published'],
    [{ outcome: 'rejected', error: DECLINED }, 'failed'],
  ])('ends the attempt permanently: %j', (settlement, status) => {
    const { content, entry } = settled(settlement);
    expect([entry.state, entry.due_at, entry.attempt]).toEqual([status, null, null]);
    expect([content.status, content.targets.twitter?.status]).toEqual([status, status]);
  });

  it('records the response of the platform to a publication, and the time', () => {
    const url = 'https://x.com/p1';
    const { entry } = settled({ outcome: 'published', platformPostId: 'p1', url }, DUE_MS + 2_999);
    expect(entry).toMatchObject({ platform_post_id: 'p1', url, published_at: at(3602.999), error: null });
  });

  it.each([
    [-1, 0],
    [0, 0],
    [999, 0],
    [1_000, 1],
    [61_500, 61],
  ])('rounds a lateness of %i ms down to %i whole seconds', (lateMs, seconds) => {
    const settlement: PublishOutcome = { outcome: 'published', platformPostId: 'p1', url: null };
    expect(settled(settlement, DUE_MS + lateMs).entry.late_by_seconds).toBe(seconds);
  });

  it('clears the error of an earlier attempt on publication', () => {
    const { content, entry } = twitter('sending');
    const settlement: PublishOutcome = { outcome: 'published', platformPostId: 'p1', url: null };
    const next = applyPublishOutcome(content, { ...entry, error: BUSY }, settlement, DUE_MS, LIMIT_SECONDS);
    expect([next.entries[0]?.error, next.content.targets.twitter?.error]).toEqual([null, null]);
  });

  it('stores the error of a rejection', () => {
    const { content, entry } = settled({ outcome: 'rejected', error: DECLINED });
    expect([entry.error, content.targets.twitter?.error]).toEqual([DECLINED, DECLINED]);
  });

  it('returns an entry that was certainly not sent to pending, with the error and the scheduled time', () => {
    const entry = retried(1, null);
    expect([entry.state, entry.attempt, entry.error, entry.scheduled_at]).toEqual(['pending', null, BUSY, at(3600)]);
  });

  it.each([
    [1, 15],
    [2, 60],
    [3, 300],
    [4, 900],
    [5, 1800],
    [6, 1800],
    [11, 1800],
  ])('delays the retry after attempt %i by %i seconds', (attempts, seconds) => {
    expect(retried(attempts, null).due_at).toBe(at(3600 + seconds));
  });

  it('waits as long as the platform requests when that is longer', () => {
    expect(retried(1, 120).due_at).toBe(at(3720));
  });

  it('does not shorten the delay when the platform requests less', () => {
    expect(retried(3, 1).due_at).toBe(at(3900));
  });

  it('waits for a rate limit that ends exactly at the lateness limit', () => {
    expect(retried(1, LIMIT_SECONDS)).toMatchObject({ state: 'pending', due_at: at(3600 + LIMIT_SECONDS) });
  });

  it.each([
    [1, 15],
    [3, 300],
    [9, 1800],
  ])(
    'backs off after attempt %i by %i seconds when the rate limit ends beyond the lateness limit',
    (attempts, seconds) => {
      for (const reset of [LIMIT_SECONDS + 1, 86_400]) {
        expect(retried(attempts, reset)).toMatchObject({ state: 'pending', due_at: at(3600 + seconds), error: BUSY });
      }
    },
  );

  it('waits for a rate limit that ends within the lateness limit when the delay of the attempt does not', () => {
    const nowMs = DUE_MS + (LIMIT_SECONDS - 700) * 1000;
    expect(retried(5, 600, nowMs)).toMatchObject({ state: 'pending', due_at: at(3600 + LIMIT_SECONDS - 100) });
  });

  it.each([null, 20, 86_400])(
    'retries up to the lateness limit, and fails with the error beyond it (reset %s)',
    (reset) => {
      const delaySeconds = reset === 20 ? 20 : 15;
      const lastMs = DUE_MS + (LIMIT_SECONDS - delaySeconds) * 1000;
      expect(retried(1, reset, lastMs)).toMatchObject({ state: 'pending', due_at: at(3600 + LIMIT_SECONDS) });
      const late = retried(1, reset, lastMs + (reset === 20 ? 5001 : 1));
      expect([late.state, late.due_at, late.error]).toEqual(['failed', null, BUSY]);
    },
  );

  it('continues an unfinished preparation in five seconds, however many attempts there were, and does not count it', () => {
    for (const attempts of [1, 9]) {
      const { entry } = settled({ outcome: 'unfinished', error: BUSY }, DUE_MS, attempts);
      expect(entry).toMatchObject({ state: 'pending', due_at: at(3605), attempts: attempts - 1, error: BUSY });
    }
  });

  it('fails with the reason when an unfinished preparation would continue beyond the lateness limit', () => {
    const lastMs = DUE_MS + (LIMIT_SECONDS - 5) * 1000;
    expect(settled({ outcome: 'unfinished', error: BUSY }, lastMs).entry.state).toBe('pending');
    const { entry } = settled({ outcome: 'unfinished', error: BUSY }, lastMs + 1);
    expect(entry).toMatchObject({ state: 'failed', due_at: null, error: BUSY });
  });

  it('continues what the platform processes when it is looked at, at the latest five seconds before the lateness limit', () => {
    const unfinished = { outcome: 'unfinished', error: BUSY, continueAfterSeconds: 40 } as const;
    expect(settled(unfinished, DUE_MS, 1).entry).toMatchObject({ due_at: at(3640), attempts: 0 });
    const { entry } = settled(unfinished, DUE_MS + (LIMIT_SECONDS - 20) * 1000);
    expect(entry.due_at).toBe(at(3600 + LIMIT_SECONDS - 5));
  });

  it('leaves the targets of other platforms unchanged', () => {
    const state = afterOutcomes('published', 'sending');
    const settlement: PublishOutcome = { outcome: 'rejected', error: DECLINED };
    const next = applyPublishOutcome(state.content, entryOn(state, 'twitter'), settlement, DUE_MS, LIMIT_SECONDS);
    expect(next.content.targets.instagram).toEqual(state.content.targets.instagram);
    expect(next.content.status).toBe('partially_published');
    expect(next.entries.map((entry) => entry.platform)).toEqual(['twitter']);
  });
});

describe('failAsTooLate', () => {
  it('fails with the reason of the last attempt, if there was one', () => {
    const { content, entry } = twitter('pending');
    const next = failAsTooLate(content, { ...entry, attempts: 2, error: BUSY }, DUE_MS + LIMIT_SECONDS * 2000);
    expect(next.entries[0]).toMatchObject({ state: 'failed', error: BUSY });
  });

  it('fails with the code too_late', () => {
    const { content, entry } = twitter('pending');
    const next = failAsTooLate(content, entry, DUE_MS + LIMIT_SECONDS * 2000);
    expect(next.entries[0]).toMatchObject({
      state: 'failed',
      due_at: null,
      attempt: null,
      error: entryError('too_late'),
    });
    expect([entryError('too_late').code, next.content.status, next.content.targets.twitter?.error?.code]).toEqual([
      'too_late',
      'failed',
      'too_late',
    ]);
  });
});
