import { describe, expect, it } from 'vitest';
import {
  type CalendarEvent,
  groupEntries,
  plannedTime,
  withItem,
} from '../../dashboard/src/screens/calendar/calendar-events.ts';
import { draftOf, emptyDraft, type Item } from '../../dashboard/src/screens/composer/draft.ts';
import { createBody, hasChange, updateBody } from '../../dashboard/src/screens/composer/draft-request.ts';
import { formatLocalTime, toLocalTime } from '../../dashboard/src/times.ts';
import './english.ts';

const BERLIN = 'Europe/Berlin';
const AT = '2026-12-24T09:30:00.000Z';
const LOCAL = { local: '2026-12-24T10:30', time_zone: BERLIN };

describe('the local time of an instant', () => {
  it('is that of the clock of a zone', () => {
    expect(toLocalTime(AT, BERLIN)).toEqual(LOCAL);
    expect(toLocalTime('2026-12-24T09:30:15Z', BERLIN)).toEqual({ ...LOCAL, local: '2026-12-24T10:30:15' });
  });

  it('is missing for the second of two that the clock shows alike', () => {
    expect(toLocalTime('2027-10-31T00:30:00Z', BERLIN)).toEqual({ local: '2027-10-31T02:30', time_zone: BERLIN });
    expect(toLocalTime('2027-10-31T01:30:00Z', BERLIN)).toBeNull();
  });

  it('is shown with its zone', () => {
    expect(formatLocalTime(LOCAL)).toMatch(/24.*2026.*10:30.*Berlin/);
  });
});

describe('a draft', () => {
  const item = {
    ...{ title: 'Title', description: 'Text', platforms: ['twitter'], accounts: [], media: [], thread: [] },
    ...{ first_comment: null, platform_options: {}, status: 'scheduled', editable_fields: ['scheduled_at'] },
    ...{ scheduled_at: AT, scheduled_local: LOCAL, labels: [], campaign: null, recurrence: null, queue: null },
  } as Item & Parameters<typeof hasChange>[0];

  it('for a time that the calendar names is planned on the clock of the workspace', () => {
    expect(createBody(emptyDraft(AT, BERLIN)).scheduled_at).toEqual(LOCAL);
  });

  it('sends the second of two times that the clock shows alike as an instant', () => {
    expect(createBody(emptyDraft('2027-10-31T01:30:00.000Z', BERLIN)).scheduled_at).toBe('2027-10-31T01:30:00.000Z');
  });

  it('keeps the time of its item until another one is typed', () => {
    expect(updateBody(draftOf(item), item)).toEqual({});
    const scheduledLocal = { ...LOCAL, local: '2026-12-24T11:30' };
    const typed = { ...draftOf(item), scheduledAt: '2026-12-24T10:30:00Z', scheduledLocal };
    expect(updateBody(typed, item)).toEqual({ scheduled_at: scheduledLocal });
  });

  it('is saved when the item has the local time that was sent', () => {
    expect(hasChange(item, { scheduled_at: LOCAL })).toBe(true);
    expect(hasChange(item, { scheduled_at: { ...LOCAL, local: '2026-12-24T11:30' } })).toBe(false);
    expect(hasChange({ ...item, scheduled_local: null }, { scheduled_at: LOCAL })).toBe(false);
  });
});

describe('a post that is moved in the calendar', () => {
  const entry = {
    ...{ id: 'scd_1', content_id: 'cnt_1', account_id: null, title: 'Relaunch', platform: 'twitter' },
    ...{ scheduled_at: AT, scheduled_local: LOCAL, status: 'pending', sandbox: false, thumbnail: null },
    ...{ labels: [], campaign: null, recurrence: null, queue: null },
  };
  const [event] = groupEntries([entry]) as [CalendarEvent];

  it('stays on the clock on which it was planned', () => {
    const local = { local: '2026-12-25T10:30', time_zone: BERLIN };
    expect(plannedTime(event, '2026-12-25T09:30:00Z', 'Asia/Tokyo')).toEqual(local);
  });

  it('is on the clock of the workspace when it was planned in UTC', () => {
    const inUtc = { ...event, scheduledLocal: null };
    const local = { local: '2026-12-25T18:30', time_zone: 'Asia/Tokyo' };
    expect(plannedTime(inUtc, '2026-12-25T09:30:00Z', 'Asia/Tokyo')).toEqual(local);
  });

  it('has the local time of its target after the move', () => {
    const moved = { local: '2026-12-25T10:30', time_zone: BERLIN };
    const target = { ...entry, schedule_id: 'scd_1', scheduled_at: '2026-12-25T09:30:00Z', scheduled_local: moved };
    const item = {
      id: 'cnt_1',
      title: 'Relaunch',
      labels: [],
      campaign: null,
      recurrence: null,
      queue: null,
      targets: [target],
    };
    const [after] = groupEntries(withItem([entry], item));
    expect(after).toMatchObject({ scheduledAt: '2026-12-25T09:30:00Z', scheduledLocal: moved });
  });
});
