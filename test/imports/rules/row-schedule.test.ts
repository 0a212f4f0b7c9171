import { describe, expect, it } from 'vitest';
import { scheduleOf } from '../../../lib/imports/rules/row-schedule.ts';

/** Read the time of a row with these cells. */
function timeOf(cells: Record<string, string>) {
  const cellOf = (field: string) => cells[field];
  return scheduleOf(cellOf, cellOf, {}, false);
}

describe('a row with a time in scheduled_at and another one in date and time', () => {
  const local = { scheduled_at: '2026-09-01 09:00' };
  const instant = { scheduled_at: '2026-09-01T07:00:00Z', time_zone: 'Europe/Berlin' };

  it.each([
    { ...local, date: '2026-09-02', time: '10:00' },
    { ...local, date: '2026-09-02' },
    { ...local, time: '10:00' },
    { ...local, date: '2026-09-01 09:30' },
    { ...instant, date: '2026-09-01', time: '07:00' },
    { ...instant, date: '2026-09-01T08:00:00Z' },
  ])('has a problem: %j', (cells) => {
    expect(timeOf(cells).errors).toMatchObject([{ pointer: '/date', code: 'other_time' }]);
  });

  it.each([
    local,
    { ...local, date: '01.09.2026', time: '9:00 AM' },
    { ...local, date: '2026-09-01' },
    { ...local, time: '09:00:00' },
    { ...local, date: 'Tuesday' },
    { ...instant, date: '2026-09-01', time: '09:00' },
    { ...instant, date: '2026-09-01T07:00:00Z' },
    { scheduled_at: '2026-09-01T07:00:00Z', date: '2026-09-01', time: '09:00' },
  ])('has none where they are the same, or cannot be compared: %j', (cells) => {
    expect(timeOf(cells).errors).toEqual([]);
  });
});
