import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cancelEntry, cancelPending } from '../../../../lib/content/rules/schedule/cancellation.ts';
import { parsePublicationTime, type RequestedTime } from '../../../../lib/content/rules/schedule/publication-time.ts';
import { reschedule } from '../../../../lib/content/rules/schedule/reschedule-entry.ts';
import { publishNow, retryFailed, schedule } from '../../../../lib/content/rules/schedule/scheduling.ts';
import type { Planned } from '../../../../lib/content/rules/scheduled-local.ts';
import { PLATFORMS } from '../../../../lib/platforms/platform.ts';
import { applyPublishOutcome } from '../../../../lib/publishing/rules/publish-transitions.ts';
import { catchApiError, catchInvalidFields } from '../../../core/values/thrown-api-error.ts';
import {
  afterOutcomes,
  at,
  DECLINED,
  draft,
  entryOn,
  idsNamed,
  LIMIT_SECONDS,
  NOW_MS,
  scheduled,
  withOutcome,
} from '../items.ts';

const DAYS_366_SECONDS = 366 * 86_400;

const parse = (requested: RequestedTime, field = '/scheduled_at', pending: Planned[] = []) =>
  parsePublicationTime(requested, field, 'UTC', NOW_MS, { pending }).at;

describe('parsePublicationTime', () => {
  it('converts any offset to UTC', () => {
    expect(parse('2027-03-01T12:30:00+02:30')).toBe('2027-03-01T10:00:00.000Z');
  });

  it('is the requested time, or the current time if that is later', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60_000, max: DAYS_366_SECONDS * 1000 }), (offsetMs) => {
        const requestedMs = NOW_MS + offsetMs;
        const given = Date.parse(parse(new Date(requestedMs).toISOString()));
        expect(given).toBe(Math.max(requestedMs, NOW_MS));
      }),
    );
  });

  it('treats a time up to 60 seconds in the past as now', () => {
    expect(parse(at(-60))).toBe(at(0));
  });

  it('rejects a time more than 60 seconds in the past', () => {
    expect(catchInvalidFields(() => parse(at(-60.001)))).toEqual([['/scheduled_at', 'time_in_past']]);
  });

  it('accepts a time 366 days ahead', () => {
    expect(parse(at(DAYS_366_SECONDS))).toBe(at(DAYS_366_SECONDS));
  });

  it('rejects a time more than 366 days ahead', () => {
    expect(catchInvalidFields(() => parse(at(DAYS_366_SECONDS + 0.001)))).toEqual([['/scheduled_at', 'time_too_far']]);
  });

  it('accepts the time that all pending targets have, also a past one and one too far ahead, and no other', () => {
    const given = { local: '2027-03-01T08:00', time_zone: 'UTC' };
    const past = { scheduled_at: at(-3600), scheduled_local: given };
    expect(parse(at(-3600), '/scheduled_at', [past])).toBe(at(-3600));
    expect(parse(given, '/scheduled_at', [past])).toBe(at(-3600));
    expect(parse(at(-30), '/scheduled_at', [{ scheduled_at: at(-30) }])).toBe(at(-30));
    const far = at(DAYS_366_SECONDS + 60);
    expect(parse(far, '/scheduled_at', [{ scheduled_at: far }])).toBe(far);
    const rejected: [RequestedTime, Planned[]][] = [
      [at(-3601), [past]],
      [{ ...given, time_zone: 'Africa/Abidjan' }, [past]],
      [at(-3600), [past, { scheduled_at: at(3600) }]],
    ];
    for (const [requested, pending] of rejected) {
      expect(catchInvalidFields(() => parse(requested, '/scheduled_at', pending))).toEqual([
        ['/scheduled_at', 'time_in_past'],
      ]);
    }
  });

  it.each(['2027-02-30T09:30:00Z', '2027-03-02T24:00:00Z', '2027-03-02T09:30:60Z', '2027-03-02T09:30:00', ''])(
    'rejects %j as a time, with the field',
    (text) => {
      expect(catchInvalidFields(() => parse(text, '/a/b'))).toEqual([['/a/b', 'invalid_time']]);
    },
  );
});

describe('schedule', () => {
  it('creates one pending entry per platform, all in one group, the first with the first id', () => {
    const { content, entries } = schedule(
      draft(...PLATFORMS).content,
      ['twitter', 'linkedin'],
      at(60),
      idsNamed('x'),
      NOW_MS,
    );
    expect(
      entries.map((entry) => [entry.id, entry.platform, entry.state, entry.due_at, entry.group_id, entry.content_id]),
    ).toEqual([
      ['scd_x0', 'twitter', 'pending', at(60), 'grp_x', 'cnt_1'],
      ['scd_x1', 'linkedin', 'pending', at(60), 'grp_x', 'cnt_1'],
    ]);
    expect([content.status, content.scheduled_at]).toEqual(['scheduled', at(60)]);
  });

  it('stores last_schedule for the event', () => {
    expect(scheduled('twitter').content.last_schedule).toEqual({
      group_id: 'grp_a',
      platforms: ['twitter'],
      account_ids: [],
      scheduled_at: at(3600),
    });
  });

  it('rejects a platform that is not one of the item', () => {
    const { content } = draft('instagram');
    expect(
      catchInvalidFields(() => schedule(content, ['instagram', 'linkedin'], at(60), idsNamed('b'), NOW_MS)),
    ).toEqual([['/platforms', 'not_of_content']]);
  });

  it.each(['pending', 'claimed', 'sending'] as const)(
    'rejects a platform whose entry is %s, with the id of that entry',
    (fate) => {
      const { content } = afterOutcomes(fate, 'cancelled');
      const { code, extensions } = catchApiError(() => schedule(content, ['instagram'], at(60), idsNamed('b'), NOW_MS));
      expect([code, extensions]).toEqual([
        'already_pending',
        { schedule_id: 'scd_a0', platform: 'instagram', account_id: null },
      ]);
    },
  );

  it.each(['published', 'unconfirmed'] as const)('rejects a platform that is %s, to avoid a duplicate post', (fate) => {
    const { content } = afterOutcomes(fate, 'cancelled');
    const { code, extensions } = catchApiError(() => schedule(content, ['instagram'], at(60), idsNamed('b'), NOW_MS));
    expect([code, extensions]).toEqual([
      'already_published',
      { schedule_id: 'scd_a0', platform: 'instagram', account_id: null },
    ]);
  });

  it.each(['failed', 'cancelled'] as const)('creates a new entry for a platform that is %s', (fate) => {
    const { content, entries } = schedule(
      afterOutcomes(fate, 'published').content,
      ['instagram'],
      at(60),
      idsNamed('b'),
      NOW_MS,
    );
    expect([entries.map((entry) => entry.id), content.targets.instagram?.schedule_id, content.status]).toEqual([
      ['scd_b0'],
      'scd_b0',
      'scheduled',
    ]);
  });

  it('creates no entry when one of the platforms is rejected', () => {
    const { content } = afterOutcomes('cancelled', 'pending');
    const copy = structuredClone(content);
    expect(catchApiError(() => schedule(content, ['instagram', 'twitter'], at(60), idsNamed('b'), NOW_MS)).code).toBe(
      'already_pending',
    );
    expect(content).toEqual(copy);
  });
});

describe('reschedule', () => {
  it('reschedules all pending entries, under the same ids', () => {
    const moved = reschedule(scheduled('instagram', 'twitter'), at(7200), 'grp_b', NOW_MS);
    expect(moved.entries.map((entry) => [entry.id, entry.scheduled_at, entry.due_at, entry.group_id])).toEqual([
      ['scd_a0', at(7200), at(7200), 'grp_b'],
      ['scd_a1', at(7200), at(7200), 'grp_b'],
    ]);
    expect(moved.content.scheduled_at).toBe(at(7200));
  });

  it.each(['claimed', 'sending', 'published', 'failed', 'unconfirmed'] as const)(
    'leaves an entry that is %s unchanged',
    (fate) => {
      const moved = reschedule(afterOutcomes(fate, 'pending'), at(7200), 'grp_b', NOW_MS);
      expect(moved.entries.map((entry) => entry.platform)).toEqual(['twitter']);
      expect(moved.content.last_schedule?.platforms).toEqual(['twitter']);
      expect(moved.content.targets.instagram).toEqual(afterOutcomes(fate, 'pending').content.targets.instagram);
    },
  );
});

describe('cancelPending', () => {
  it.each(['draft', 'cancelled'] as const)('sets the item to %s without published targets', (resting) => {
    const { content, entries } = cancelPending(scheduled('instagram', 'twitter'), resting, NOW_MS);
    expect([content.status, content.scheduled_at]).toEqual([resting, null]);
    expect(entries.map((entry) => [entry.state, entry.due_at])).toEqual([
      ['cancelled', null],
      ['cancelled', null],
    ]);
  });

  it.each(['claimed', 'sending', 'published', 'failed', 'unconfirmed'] as const)(
    'changes no entry that is %s',
    (fate) => {
      const state = afterOutcomes(fate, 'pending');
      const { content, entries } = cancelPending(state, 'cancelled', NOW_MS);
      expect(entries.map((entry) => entry.platform)).toEqual(['twitter']);
      expect(content.targets.instagram).toEqual(state.content.targets.instagram);
    },
  );
});

describe('publishNow', () => {
  it('makes every platform of a draft due immediately', () => {
    const { content, entries } = publishNow(draft('instagram', 'linkedin'), idsNamed('n'), NOW_MS);
    expect(entries.map((entry) => [entry.id, entry.platform, entry.due_at, entry.scheduled_at])).toEqual([
      ['scd_n0', 'instagram', at(0), at(0)],
      ['scd_n1', 'linkedin', at(0), at(0)],
    ]);
    expect(content.status).toBe('scheduled');
  });

  it('makes pending entries due immediately, under the same ids', () => {
    const { entries } = publishNow(scheduled('instagram', 'twitter'), idsNamed('n'), NOW_MS);
    expect(entries.map((entry) => [entry.id, entry.due_at])).toEqual([
      ['scd_a0', at(0)],
      ['scd_a1', at(0)],
    ]);
  });

  it('begins the attempts of a pending entry from zero', () => {
    const { content, entries } = scheduled('twitter');
    const attempted = { content, entries: entries.map((entry) => ({ ...entry, attempts: 3, error: DECLINED })) };
    expect(publishNow(attempted, idsNamed('n'), NOW_MS).entries).toMatchObject([{ attempts: 0, error: null }]);
  });

  it.each(['failed', 'cancelled'] as const)('creates a new entry for a platform that is %s', (fate) => {
    const { entries } = publishNow(afterOutcomes(fate, 'pending'), idsNamed('n'), NOW_MS);
    expect(entries.map((entry) => [entry.id, entry.platform])).toEqual([
      ['scd_a1', 'twitter'],
      ['scd_n0', 'instagram'],
    ]);
  });

  it.each(['claimed', 'sending', 'published', 'unconfirmed'] as const)(
    'leaves a platform that is %s unchanged, because it has or may have the post',
    (fate) => {
      const { entries } = publishNow(afterOutcomes(fate, 'pending'), idsNamed('n'), NOW_MS);
      expect(entries.map((entry) => entry.platform)).toEqual(['twitter']);
    },
  );
});

describe('retryFailed', () => {
  it('creates a new entry, due now, for failed targets only', () => {
    const { entries } = retryFailed(afterOutcomes('published', 'failed').content, idsNamed('r'), NOW_MS);
    expect(
      entries.map(({ id, group_id, platform, state, scheduled_at, due_at, attempts }) => [
        id,
        group_id,
        platform,
        state,
        scheduled_at,
        due_at,
        attempts,
      ]),
    ).toEqual([['scd_r0', 'grp_r', 'twitter', 'pending', at(0), at(0), 0]]);
  });

  it('retries every failed platform, each with its own entry id', () => {
    const { content, entries } = retryFailed(afterOutcomes('failed', 'failed').content, idsNamed('r'), NOW_MS);
    expect(entries.map(({ id, platform }) => [id, platform])).toEqual([
      ['scd_r0', 'instagram'],
      ['scd_r1', 'twitter'],
    ]);
    expect([content.status, content.scheduled_at]).toEqual(['scheduled', at(0)]);
  });

  it.each(['pending', 'claimed', 'sending', 'published', 'unconfirmed', 'cancelled'] as const)(
    'leaves another platform that is %s unchanged',
    (fate) => {
      const before = afterOutcomes(fate, 'failed').content;
      const { content, entries } = retryFailed(before, idsNamed('r'), NOW_MS);
      expect(entries.map((entry) => entry.platform)).toEqual(['twitter']);
      expect(content.targets.instagram).toEqual(before.targets.instagram);
    },
  );

  it('leaves a platform without an entry unchanged', () => {
    const one = schedule(draft('instagram', 'twitter').content, ['twitter'], at(3600), idsNamed('a'), NOW_MS);
    const { content, entries } = retryFailed(withOutcome(one, 'twitter', 'failed').content, idsNamed('r'), NOW_MS);
    expect(entries.map((entry) => entry.platform)).toEqual(['twitter']);
    expect(Object.keys(content.targets)).toEqual(['twitter']);
  });

  it.each(['pending', 'claimed', 'sending', 'published', 'unconfirmed', 'cancelled'] as const)(
    'rejects an item whose targets are all %s, because none has failed',
    (fate) => {
      const { content } = afterOutcomes(fate, fate);
      const { code, extensions } = catchApiError(() => retryFailed(content, idsNamed('r'), NOW_MS));
      expect([code, extensions]).toEqual(['nothing_to_retry', { current: content.status }]);
    },
  );

  it('rejects a draft that was never scheduled', () => {
    const retry = () => retryFailed(draft('twitter').content, idsNamed('r'), NOW_MS);
    expect(catchApiError(retry).code).toBe('nothing_to_retry');
  });

  it('keeps last_schedule, because it sets no new time', () => {
    const { content } = afterOutcomes('published', 'failed');
    expect(retryFailed(content, idsNamed('r'), NOW_MS).content.last_schedule).toEqual(content.last_schedule);
  });
});

describe('cancelEntry', () => {
  it('cancels only the given entry', () => {
    const state = scheduled('instagram', 'twitter');
    const next = cancelEntry(state, entryOn(state, 'twitter'), NOW_MS);
    expect(next?.entries.map((entry) => [entry.id, entry.state])).toEqual([['scd_a1', 'cancelled']]);
    expect([next?.content.status, next?.content.targets.instagram?.status]).toEqual(['scheduled', 'pending']);
  });

  it('sets the item to draft after the last entry', () => {
    const state = scheduled('twitter');
    expect(cancelEntry(state, entryOn(state, 'twitter'), NOW_MS)?.content.status).toBe('draft');
  });

  it('cancels an entry that waits for a retry', () => {
    const sending = withOutcome(scheduled('twitter'), 'twitter', 'sending');
    const retrying = applyPublishOutcome(
      sending.content,
      entryOn(sending, 'twitter'),
      { outcome: 'retry', error: DECLINED, retryAfterSeconds: null },
      NOW_MS,
      LIMIT_SECONDS,
    );
    expect(cancelEntry(retrying, entryOn(retrying, 'twitter'), NOW_MS)?.entries[0]?.state).toBe('cancelled');
  });

  it('does not change an entry that was cancelled before', () => {
    const state = withOutcome(scheduled('twitter'), 'twitter', 'cancelled');
    expect(cancelEntry(state, entryOn(state, 'twitter'), NOW_MS)).toBeNull();
  });

  it.each([
    ['claimed', 'publishing'],
    ['sending', 'publishing'],
    ['published', 'published'],
    ['failed', 'failed'],
    ['unconfirmed', 'unconfirmed'],
  ] as const)('rejects an entry that is %s', (fate, current) => {
    const state = withOutcome(scheduled('twitter'), 'twitter', fate);
    const { code, extensions } = catchApiError(() => cancelEntry(state, entryOn(state, 'twitter'), NOW_MS));
    expect([code, extensions]).toEqual(['invalid_state_transition', { current, requested: 'cancelled', allowed: [] }]);
  });

  it('rejects a published entry also after the deletion of its item', () => {
    const published = entryOn(withOutcome(scheduled('twitter'), 'twitter', 'published'), 'twitter');
    expect(catchApiError(() => cancelEntry(null, published, NOW_MS)).code).toBe('invalid_state_transition');
  });

  it('does not change an entry that was cancelled with its deleted item', () => {
    const cancelled = entryOn(withOutcome(scheduled('twitter'), 'twitter', 'cancelled'), 'twitter');
    expect(cancelEntry(null, cancelled, NOW_MS)).toBeNull();
  });
});
