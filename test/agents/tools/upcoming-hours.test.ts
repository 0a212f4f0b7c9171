import { describe, expect, it } from 'vitest';
import { weekStart } from '../../../lib/agents/resources/iso-week.ts';
import { upcomingHours } from '../../../lib/agents/tools/upcoming-hours.ts';

const MONDAY = Date.parse('2026-08-03T10:00:00Z');
const at = (zone: string, weekday: string, hour: number, nowMs = MONDAY) =>
  upcomingHours([{ weekday, hour }], zone, nowMs).map(({ atMs }) => new Date(atMs).toISOString());

describe('the next time of an hour of the week', () => {
  it.each([
    ['UTC', 'monday', 12, '2026-08-03T12:00:00.000Z'],
    ['UTC', 'monday', 10, '2026-08-10T10:00:00.000Z'],
    ['Europe/Berlin', 'tuesday', 9, '2026-08-04T07:00:00.000Z'],
    ['Asia/Kathmandu', 'tuesday', 9, '2026-08-04T03:15:00.000Z'],
    ['America/St_Johns', 'sunday', 0, '2026-08-09T02:30:00.000Z'],
  ])('in %s on %s at %i is %s', (zone, weekday, hour, expected) => {
    expect(at(zone, weekday, hour)).toEqual([expected]);
  });

  it('is a week later for an hour that a change of the clock skips, and the first of one that comes twice', () => {
    expect(at('Europe/Berlin', 'sunday', 2, Date.parse('2026-03-28T12:00:00Z'))).toEqual(['2026-04-05T00:00:00.000Z']);
    expect(at('Europe/Berlin', 'sunday', 2, Date.parse('2026-10-24T12:00:00Z'))).toEqual(['2026-10-25T00:00:00.000Z']);
  });

  it('is at least an hour from now', () => {
    expect(at('UTC', 'monday', 11, MONDAY + 1)).toEqual(['2026-08-10T11:00:00.000Z']);
    expect(at('UTC', 'monday', 11)).toEqual(['2026-08-03T11:00:00.000Z']);
  });
});

describe('the start of a week', () => {
  it.each([
    ['2026-W01', '2025-12-29'],
    ['2026-W48', '2026-11-23'],
    ['2026-W53', '2026-12-28'],
    ['2027-W01', '2027-01-04'],
  ])('%s is the Monday %s', (week, monday) => {
    expect(new Date(weekStart(week)!).toISOString().slice(0, 10)).toBe(monday);
  });

  it.each(['2026-W00', '2026-W54', '2025-W53'])('%s is none', (week) => {
    expect(weekStart(week)).toBeNull();
  });
});
