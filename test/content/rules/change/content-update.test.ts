import { describe, expect, it } from 'vitest';
import { availableActions, CONTENT_TRANSITIONS } from '../../../../lib/content/rules/actions/content-actions.ts';
import {
  assertDeletable,
  type ContentUpdate,
  updateContent,
} from '../../../../lib/content/rules/change/content-update.ts';
import { newContent } from '../../../../lib/content/rules/change/new-content.ts';
import { CONTENT_STATUSES, type ContentState, type ContentStatus } from '../../../../lib/content/rules/content.ts';
import { schedule } from '../../../../lib/content/rules/schedule/scheduling.ts';
import { applyPublishOutcome, type PublishOutcome } from '../../../../lib/publishing/rules/publish-transitions.ts';
import { stopChecking } from '../../../../lib/publishing/rules/unconfirmed-transitions.ts';
import { catchApiError, catchInvalidFields } from '../../../core/values/thrown-api-error.ts';
import {
  applyToEntry,
  at,
  DECLINED,
  draft,
  entryOn,
  idsNamed,
  itemWithStatus,
  LIMIT_SECONDS,
  NOW_MS,
  scheduled,
  withOutcome,
} from '../items.ts';

/** What a request asks for. */
type Change = Omit<ContentUpdate, 'editedBy'>;

function edited(state: ContentState, change: Change): ContentState | null {
  return updateContent(state, { ...change, editedBy: 'usr_1' }, idsNamed('e'), NOW_MS);
}

const CELLS = CONTENT_STATUSES.flatMap((current) =>
  CONTENT_STATUSES.map((requested): [ContentStatus, ContentStatus] => [current, requested]),
);
const SAME = CELLS.filter(([current, requested]) => current === requested);
const ALLOWED = CELLS.filter(([current, requested]) => CONTENT_TRANSITIONS[current].includes(requested));
const REJECTED = CELLS.filter(
  ([current, requested]) => current !== requested && !CONTENT_TRANSITIONS[current].includes(requested),
);

describe('CONTENT_TRANSITIONS', () => {
  it('allows changes of unscheduled, scheduled and cancelled items, publishing to published, and nothing else', () => {
    // Columns: draft, scheduled, published, cancelled. No other status can be requested.
    const grid = CONTENT_STATUSES.map((status) => [
      status,
      (['draft', 'scheduled', 'published', 'cancelled'] as const)
        .map((requested) => (CONTENT_TRANSITIONS[status].includes(requested) ? 'x' : '-'))
        .join(''),
    ]);
    expect(Object.fromEntries(grid)).toEqual({
      draft: '-xxx',
      pending_approval: '-xxx',
      changes_requested: '-xxx',
      approved: '-xxx',
      scheduled: 'x-xx',
      publishing: '--x-',
      published: '----',
      partially_published: '----',
      failed: '----',
      unconfirmed: '----',
      cancelled: 'xxx-',
    });
    expect(ALLOWED.length).toBe(19);
  });
});

describe('the items used by these tests', () => {
  it.each(CONTENT_STATUSES)('have the status %s', (status) => {
    expect(itemWithStatus(status).content.status).toBe(status);
  });
});

describe('an unchanged status', () => {
  it.each(SAME)('has no effect: %s', (status) => {
    expect(edited(itemWithStatus(status), { status })).toBeNull();
  });
});

describe('a status transition that is not allowed', () => {
  it.each(REJECTED)('is rejected with the allowed ones: %s to %s', (current, requested) => {
    const { code, extensions } = catchApiError(() => edited(itemWithStatus(current), { status: requested }));
    expect([code, extensions]).toEqual([
      'invalid_state_transition',
      { current, requested, allowed: CONTENT_TRANSITIONS[current] },
    ]);
  });
});

describe('an allowed status transition', () => {
  const resting = ALLOWED.filter(([, requested]) => requested === 'draft' || requested === 'cancelled');
  it.each(resting)('cancels pending entries: %s to %s', (current, requested) => {
    const next = edited(itemWithStatus(current), { status: requested });
    expect(next?.content.status).toBe(requested);
    expect(Object.values(next!.content.targets).every((target) => target.status === 'cancelled')).toBe(true);
  });

  const toScheduled = ALLOWED.filter(([, requested]) => requested === 'scheduled');
  it.each(toScheduled)('requires a time: %s to %s', (current, requested) => {
    expect(catchInvalidFields(() => edited(itemWithStatus(current), { status: requested }))).toEqual([
      ['/scheduled_at', 'required'],
    ]);
  });

  it.each(toScheduled)('creates an entry per platform at its time: %s to %s', (current, requested) => {
    const next = edited(itemWithStatus(current), { status: requested, scheduled_at: at(60) });
    expect(next?.entries.map((entry) => [entry.platform, entry.due_at])).toEqual([
      ['instagram', at(60)],
      ['twitter', at(60)],
    ]);
    expect(next?.content.status).toBe('scheduled');
  });

  const toPublished = ALLOWED.filter(([current, requested]) => requested === 'published' && current !== 'publishing');
  it.each(toPublished)('makes every platform due immediately: %s to %s', (current, requested) => {
    const next = edited(itemWithStatus(current), { status: requested });
    expect(next?.entries.map((entry) => [entry.platform, entry.state, entry.due_at])).toEqual([
      ['instagram', 'pending', at(0)],
      ['twitter', 'pending', at(0)],
    ]);
  });

  it('has no effect on a publishing item: publishing to published', () => {
    expect(edited(itemWithStatus('publishing'), { status: 'published' })).toBeNull();
  });
});

describe('updateContent with scheduled_at', () => {
  it('schedules a draft for all its platforms without a status', () => {
    const next = edited(draft('instagram', 'twitter'), { scheduled_at: at(60) });
    expect([next?.content.status, next?.entries.length]).toEqual(['scheduled', 2]);
  });

  it('schedules a cancelled item', () => {
    expect(edited(itemWithStatus('cancelled'), { scheduled_at: at(60) })?.content.status).toBe('scheduled');
  });

  it('reschedules the pending entries of a scheduled item', () => {
    const next = edited(scheduled('instagram', 'twitter'), { scheduled_at: at(60) });
    expect(next?.entries.map((entry) => [entry.id, entry.due_at])).toEqual([
      ['scd_a0', at(60)],
      ['scd_a1', at(60)],
    ]);
  });

  it('has no effect when it is unchanged', () => {
    expect(edited(scheduled('instagram'), { scheduled_at: at(3600), status: 'scheduled' })).toBeNull();
  });

  /** An item for Instagram in 60 s, for X in 120 s and for LinkedIn in 180 s. */
  const atThreeTimes = () => {
    const platforms = ['instagram', 'twitter', 'linkedin'] as const;
    return platforms.reduce<ContentState>(
      (state, platform, index) => {
        const next = schedule(state.content, [platform], at(60 * (index + 1)), idsNamed(platform), NOW_MS);
        return { content: next.content, entries: [...state.entries, ...next.entries] };
      },
      draft(...platforms),
    );
  };

  it.each([
    ['the earliest one', 60, ['scd_twitter0', 'scd_linkedin0']],
    ['one in between', 120, ['scd_instagram0', 'scd_linkedin0']],
    ['the latest one', 180, ['scd_instagram0', 'scd_twitter0']],
    ['none of them', 240, ['scd_instagram0', 'scd_twitter0', 'scd_linkedin0']],
  ])('moves every pending entry that has another time: the time of %s', (_, seconds, moved) => {
    const next = edited(atThreeTimes(), { scheduled_at: at(seconds) });
    expect(next?.entries.map((entry) => [entry.id, entry.scheduled_at, entry.due_at])).toEqual(
      moved.map((id) => [id, at(seconds), at(seconds)]),
    );
    expect(Object.values(next!.content.targets).map((target) => target.scheduled_at)).toEqual(
      Array(3).fill(at(seconds)),
    );
    expect(next?.content).toMatchObject({
      scheduled_at: at(seconds),
      last_schedule: { group_id: 'grp_e', platforms: next!.entries.map((entry) => entry.platform) },
    });
  });

  it('writes the item when an entry was claimed after the item was loaded, so that the conflict is detected', () => {
    const loaded = scheduled('instagram');
    const { entries } = withOutcome(loaded, 'instagram', 'claimed');
    const next = edited({ content: loaded.content, entries }, { scheduled_at: at(60) });
    expect(next?.entries).toEqual([]);
    expect(next?.content.last_schedule?.group_id).toBe('grp_e');
  });

  it('moves the pending entries when the time is that of a finished one', () => {
    const first = schedule(draft('instagram', 'twitter').content, ['instagram'], at(60), idsNamed('a'), NOW_MS);
    const published = withOutcome(first, 'instagram', 'published');
    const next = schedule(published.content, ['twitter'], at(120), idsNamed('b'), NOW_MS);
    const state = { content: next.content, entries: next.entries };
    expect(edited(state, { scheduled_at: at(60) })?.entries.map((entry) => [entry.id, entry.due_at])).toEqual([
      ['scd_b0', at(60)],
    ]);
  });

  it.each(['published', 'failed', 'unconfirmed'] as const)(
    'schedules a cancelled target again beside one that is %s, and no other',
    (fate) => {
      const settled = withOutcome(scheduled('instagram', 'twitter'), 'instagram', fate);
      const cancelled = edited(settled, { status: 'cancelled' })!;
      expect(availableActions(cancelled.content, { approval: 'none', approval_method: 'session' })).toContain(
        'schedule',
      );
      const next = edited(cancelled, { scheduled_at: at(60) })!;
      expect(next.entries.map(({ platform, due_at }) => [platform, due_at])).toEqual([['twitter', at(60)]]);
      expect(next.content.status).toBe('scheduled');
    },
  );

  const elsewhere = CONTENT_STATUSES.filter(
    (status) => status !== 'scheduled' && !CONTENT_TRANSITIONS[status].includes('scheduled'),
  );
  it.each(elsewhere)('is rejected for an item that is %s', (current) => {
    const { code, extensions } = catchApiError(() => edited(itemWithStatus(current), { scheduled_at: at(60) }));
    expect([code, extensions]).toEqual([
      'invalid_state_transition',
      { current, requested: 'scheduled', allowed: CONTENT_TRANSITIONS[current] },
    ]);
  });

  const others = CONTENT_STATUSES.filter((status) => status !== 'scheduled');
  it.each(others)('is rejected together with the status %s', (status) => {
    expect(catchInvalidFields(() => edited(draft('twitter'), { status, scheduled_at: at(60) }))).toEqual([
      ['/scheduled_at', 'not_with_status'],
    ]);
  });
});

describe('updateContent', () => {
  it('leaves an absent or undefined field unchanged', () => {
    const next = edited(draft('instagram'), { title: 'New', description: undefined });
    expect([next?.content.title, next?.content.description]).toEqual(['New', 'Description']);
  });

  it('publishes the text of the same change', () => {
    const next = edited(draft('instagram'), { title: 'New', status: 'published' });
    expect([next?.content.title, next?.entries[0]?.due_at]).toEqual(['New', at(0)]);
  });

  it('does not change its input, whether it succeeds or throws', () => {
    const state = scheduled('instagram', 'twitter');
    const copy = structuredClone(state);
    edited(state, { title: 'New', status: 'cancelled' });
    catchApiError(() => edited(state, { title: 'New', status: 'failed' }));
    expect(state).toEqual(copy);
  });

  it('does not publish again to a platform that has the post', () => {
    const first = schedule(draft('instagram', 'twitter').content, ['instagram'], at(60), idsNamed('a'), NOW_MS);
    const second = schedule(
      withOutcome(first, 'instagram', 'published').content,
      ['twitter'],
      at(9000),
      idsNamed('b'),
      NOW_MS,
    );
    expect(edited(second, { status: 'published' })?.entries.map((entry) => entry.id)).toEqual(['scd_b0']);
  });
});

describe('newContent', () => {
  it('creates a draft without a time and without omitted fields', () => {
    const content = newContent(
      { title: 'T', platforms: ['twitter'] },
      { id: 'cnt_1', workspaceId: 'ws_1', userId: 'usr_1' },
      NOW_MS,
    );
    expect(content).toMatchObject({
      id: 'cnt_1',
      workspace_id: 'ws_1',
      status: 'draft',
      scheduled_at: null,
      description: null,
      media: [],
      platform_options: {},
      targets: {},
      created_by: 'usr_1',
      created_at: at(0),
      updated_at: at(0),
    });
  });
});

describe('assertDeletable', () => {
  it('rejects an item while it is publishing', () => {
    expect(catchApiError(() => assertDeletable(itemWithStatus('publishing'))).code).toBe('invalid_state_transition');
  });

  it('rejects an item of unknown outcome with the time of the next check', () => {
    const unconfirmed = itemWithStatus('unconfirmed');
    const { next_check_at } = unconfirmed.content.targets.instagram!;
    expect(catchApiError(() => assertDeletable(unconfirmed)).extensions).toEqual({
      current: 'unconfirmed',
      requested: 'deleted',
      allowed: [],
      next_check_at,
    });
  });

  it('allows the deletion of an item of unknown outcome after the last check', () => {
    const unconfirmed = itemWithStatus('unconfirmed');
    const checked = applyToEntry(unconfirmed, 'instagram', (content, entry) => stopChecking(content, entry, NOW_MS));
    expect(() => assertDeletable(checked)).not.toThrow();
  });

  it.each(CONTENT_STATUSES.filter((status) => status !== 'publishing' && status !== 'unconfirmed'))(
    'allows the deletion of an item that is %s',
    (status) => {
      expect(() => assertDeletable(itemWithStatus(status))).not.toThrow();
    },
  );
});

describe('an entry that waits for a retry', () => {
  const sending = withOutcome(scheduled('instagram'), 'instagram', 'sending');
  const retry: PublishOutcome = { outcome: 'retry', error: DECLINED, retryAfterSeconds: 600 };
  const waiting = applyToEntry(sending, 'instagram', (content, entry) =>
    applyPublishOutcome(content, entry, retry, NOW_MS, LIMIT_SECONDS),
  );

  it.each<[string, Change]>([
    ['another text', { description: 'Another text' }],
    ['another text for the platform', { platform_options: { instagram: { text: 'Another text' } } }],
    ['other images', { media: [{ url: 'https://media.example/b.jpg', type: 'image' }] }],
  ])('discards its prepared state when the item gets %s, because the state contains the old text', (_, change) => {
    expect(entryOn(waiting, 'instagram').prepared_state).toEqual({ container: 'c1' });
    const next = edited(waiting, change);
    expect(next?.entries).toEqual([{ ...entryOn(waiting, 'instagram'), prepared_state: null }]);
  });

  it('keeps its prepared state when only its time is changed', () => {
    const next = edited(waiting, { scheduled_at: at(9000) });
    expect(next?.entries).toMatchObject([{ due_at: at(9000), prepared_state: { container: 'c1' } }]);
  });
});
