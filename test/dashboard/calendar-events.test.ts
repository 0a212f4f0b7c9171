import { describe, expect, test } from 'vitest';
import {
  type CalendarEvent,
  capPerDay,
  combineStatuses,
  composeLink,
  type Entry,
  filterEvents,
  groupByDay,
  groupEntries,
  hasChanged,
  newPostTime,
  shownEnd,
  withItem,
} from '../../dashboard/src/screens/calendar/calendar-events.ts';

const AT = '2026-11-20T09:30:00.000Z';
const LATER = '2026-11-20T23:30:00.000Z';

function entry(overrides: Partial<Entry> = {}): Entry {
  return {
    id: 'scd_1',
    content_id: 'cnt_1',
    title: 'Launch',
    platform: 'twitter',
    scheduled_at: AT,
    scheduled_local: null,
    status: 'pending',
    sandbox: false,
    recurrence: null,
    queue: null,
    account_id: null,
    labels: [],
    campaign: null,
    thumbnail: null,
    ...overrides,
  };
}

function target(overrides: Partial<Entry> = {}) {
  const { id, account_id, platform, scheduled_at, scheduled_local, status, sandbox } = entry(overrides);
  return { schedule_id: id, account_id, platform, scheduled_at, scheduled_local, status, sandbox };
}

function events(count: number, at = AT): CalendarEvent[] {
  return groupEntries(
    Array.from({ length: count }, (_, n) => entry({ id: `scd_${n}`, content_id: `cnt_${n}`, scheduled_at: at })),
  );
}

describe('groupEntries', () => {
  test('joins the platforms of an item at one time', () => {
    const grouped = groupEntries([entry(), entry({ id: 'scd_2', platform: 'linkedin' })]);
    expect(grouped).toHaveLength(1);
    expect(grouped[0]).toMatchObject({
      entryIds: ['scd_1', 'scd_2'],
      platforms: ['linkedin', 'twitter'],
      title: 'Launch',
    });
  });

  test('separates the times of an item, earliest first', () => {
    const grouped = groupEntries([entry({ id: 'scd_2', scheduled_at: LATER }), entry()]);
    expect(grouped.map(({ scheduledAt }) => scheduledAt)).toEqual([AT, LATER]);
  });

  test('leaves out cancelled entries', () => {
    expect(groupEntries([entry({ status: 'cancelled' })])).toEqual([]);
  });

  test('permits to move an event only while nothing of it was sent', () => {
    const isMovable = (...statuses: string[]) =>
      groupEntries(statuses.map((status, n) => entry({ id: `scd_${n}`, status })))[0]?.isMovable;
    expect(isMovable('pending', 'pending')).toBe(true);
    expect(isMovable('pending', 'publishing')).toBe(false);
    expect(isMovable('pending', 'published')).toBe(false);
    expect(isMovable('failed')).toBe(false);
  });

  test('marks an event while a halt stops one of its posts', () => {
    const posts = [entry(), entry({ id: 'scd_2', platform: 'linkedin', account_id: 'acc_1', status: 'published' })];
    const isHalted = (...scopes: ('workspace' | { platform: string } | { account: string })[]) =>
      groupEntries(
        posts,
        scopes.map((scope) => ({ scope })),
      )[0]?.isHalted;
    expect([isHalted(), isHalted('workspace'), isHalted({ platform: 'twitter' })]).toEqual([false, true, true]);
    expect([isHalted({ platform: 'linkedin' }), isHalted({ account: 'acc_1' })]).toEqual([false, false]);
  });

  test('marks an event while a paused queue or recurrence holds one of its posts', () => {
    const isHeld = (change: Partial<Entry>) => groupEntries([entry(change)])[0]?.isHeld;
    expect([isHeld({}), isHeld({ queue: { held: false } })]).toEqual([false, false]);
    expect([isHeld({ queue: { held: true } }), isHeld({ recurrence: { id: 'rec_1', held: true } })]).toEqual([
      true,
      true,
    ]);
    expect(isHeld({ queue: { held: true }, status: 'published' })).toBe(false);
  });

  test('marks an event as sandbox only if it reaches no platform', () => {
    const isSandbox = (...values: boolean[]) =>
      groupEntries(values.map((sandbox, n) => entry({ id: `scd_${n}`, sandbox })))[0]?.isSandbox;
    expect(isSandbox(true, true)).toBe(true);
    expect(isSandbox(true, false)).toBe(false);
  });
});

test.each([
  [['pending', 'pending'], 'scheduled'],
  [['published', 'published'], 'published'],
  [['pending', 'published'], 'publishing'],
  [['pending', 'publishing'], 'publishing'],
  [['published', 'failed'], 'partially_published'],
  [['published', 'unconfirmed'], 'unconfirmed'],
  [['pending', 'failed'], 'failed'],
])('combineStatuses shows %j as %s', (statuses, combined) => {
  expect(combineStatuses(statuses)).toBe(combined);
});

describe('withItem', () => {
  test('shows the targets of the changed item, and leaves other items', () => {
    const other = entry({ id: 'scd_9', content_id: 'cnt_9' });
    const item = {
      id: 'cnt_1',
      title: 'Relaunch',
      labels: [],
      campaign: null,
      recurrence: null,
      queue: null,
      targets: [target({ scheduled_at: LATER })],
    };
    expect(withItem([entry(), other], item)).toEqual([other, entry({ title: 'Relaunch', scheduled_at: LATER })]);
  });

  test('keeps an earlier publication of the item, which its targets do not name', () => {
    const earlier = entry({ id: 'scd_0', status: 'published' });
    expect(
      withItem([earlier, entry()], {
        id: 'cnt_1',
        title: 'Launch',
        labels: [],
        campaign: null,
        recurrence: null,
        queue: null,
        targets: [target()],
      }),
    ).toEqual([earlier, entry()]);
  });
});

describe('filterEvents', () => {
  const filter = { status: '', platform: '', account_id: '', label: '', campaign: '', search: '' };
  const shown = groupEntries([
    entry({ account_id: 'acc_1' }),
    entry({ id: 'scd_2', platform: 'linkedin', account_id: 'acc_2' }),
    entry({ id: 'scd_3', content_id: 'cnt_2', scheduled_at: LATER, status: 'failed' }),
  ]);
  const found = (values: Partial<typeof filter>) => filterEvents(shown, { ...filter, ...values }).map(({ id }) => id);
  const [first, second] = shown.map(({ id }) => id);

  test.each([
    [{}, [first, second]],
    [{ platform: 'linkedin' }, [first]],
    [{ account_id: 'acc_2' }, [first]],
    [{ status: 'failed' }, [second]],
    [{ status: 'failed', platform: 'linkedin' }, []],
  ])('by %j shows the events that match each value', (values, expected) => {
    expect(found(values)).toEqual(expected);
  });
});

describe('shownEnd', () => {
  test('is half an hour after the event', () => {
    expect(shownEnd(AT, 'UTC')).toBe('2026-11-20T10:00:00Z');
  });

  test('is never on the next day of the time zone', () => {
    expect(shownEnd('2026-11-20T23:45:00Z', 'UTC')).toBe('2026-11-21T00:00:00Z');
    expect(shownEnd('2026-11-20T14:50:00Z', 'Asia/Tokyo')).toBe('2026-11-20T15:00:00Z');
  });
});

test('a changed item keeps its thumbnail, which its response does not have', () => {
  const thumbnail = { media_id: 'med_1', kind: 'image', url: 'https://example.com/a' } as const;
  const item = {
    id: 'cnt_1',
    title: 'Launch',
    labels: [],
    campaign: null,
    recurrence: null,
    queue: null,
    targets: [target({ scheduled_at: LATER })],
  };
  expect(withItem([entry({ thumbnail })], item)).toMatchObject([{ scheduled_at: LATER, thumbnail }]);
});

describe('hasChanged', () => {
  const [event] = groupEntries([entry(), entry({ id: 'scd_2', platform: 'linkedin' })]);
  const item = (...changes: Partial<Entry>[]) => ({
    id: 'cnt_1',
    title: 'Launch',
    labels: [],
    campaign: null,
    recurrence: null,
    queue: null,
    targets: changes.map((change, n) => target({ id: `scd_${n + 1}`, ...change })),
  });

  test('is false for the item that the calendar shows', () => {
    expect(hasChanged(event!, item({}, {}))).toBe(false);
  });

  test('is false when the same instant is written otherwise', () => {
    expect(hasChanged(event!, item({ scheduled_at: '2026-11-20T09:30:00Z' }, {}))).toBe(false);
  });

  test.each([
    ['was moved', item({ scheduled_at: LATER }, {})],
    ['is being sent', item({}, { status: 'publishing' })],
    ['has lost a target', item({})],
  ])('is true when the item %s', (_, changed) => {
    expect(hasChanged(event!, changed)).toBe(true);
  });
});

describe('groupByDay', () => {
  test('assigns a time to its day in the time zone', () => {
    const late = groupEntries([entry({ scheduled_at: LATER })]);
    expect(groupByDay(late, 'UTC')).toMatchObject([{ day: '2026-11-20', timed: [{ time: '23:30' }] }]);
    expect(groupByDay(late, 'Europe/Berlin')).toMatchObject([{ day: '2026-11-21', timed: [{ time: '00:30' }] }]);
  });
});

describe('capPerDay', () => {
  test('shows all events of a day that has no more than the maximum', () => {
    expect(capPerDay(events(4), 'UTC', 4)).toMatchObject({ shown: { length: 4 }, more: [] });
  });

  test('leaves a row for the number of the others', () => {
    const { shown, more } = capPerDay([...events(5), ...events(1, '2026-11-21T09:30:00.000Z')], 'UTC', 4);
    expect(shown).toHaveLength(3 + 1);
    expect(more).toEqual([{ day: '2026-11-20', count: 2 }]);
  });
});

describe('newPostTime', () => {
  const now = Date.parse('2026-11-20T10:20:00Z');

  test('is nine in the morning of a later day, in the time zone', () => {
    expect(newPostTime('2026-11-21', 'Europe/Berlin', now)).toBe('2026-11-21T08:00:00Z');
  });

  test('is the next full hour of today, after nine', () => {
    expect(newPostTime('2026-11-20', 'UTC', now)).toBe('2026-11-20T11:00:00Z');
  });

  test('does not exist for a day that is over', () => {
    expect(newPostTime('2026-11-19', 'UTC', now)).toBeNull();
    expect(newPostTime('2026-11-20', 'UTC', Date.parse('2026-11-20T23:10:00Z'))).toBeNull();
  });
});

test('composeLink has the time in the query of the hash', () => {
  expect(composeLink('2026-11-21T08:00:00Z')).toBe('#/compose?at=2026-11-21T08%3A00%3A00Z');
});
