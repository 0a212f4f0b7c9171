import { describe, expect, it } from 'vitest';
import { slotsByDay, slotsOf, timesOf, type WeeklyTimes } from '../../dashboard/src/screens/queues/weekly-times.ts';

const NONE: WeeklyTimes = {
  ...{ monday: '', tuesday: '', wednesday: '', thursday: '', friday: '', saturday: '', sunday: '' },
};

describe('the times of a week', () => {
  it('are slots in the order of the weekdays, each once', () => {
    expect(slotsOf({ ...NONE, friday: '9:00, 09:00 17:30', monday: '12.15' })).toEqual([
      { weekday: 'monday', time: '12:15' },
      { weekday: 'friday', time: '09:00' },
      { weekday: 'friday', time: '17:30' },
    ]);
  });

  it.each(['24:00', '9', 'noon', '09:60', '09:00-10:00'])('are not %j', (text) => {
    expect(slotsOf({ ...NONE, monday: text })).toBeNull();
  });

  it('are those of the slots of a queue in its zone, which they become again', () => {
    const slots = [
      { weekday: 'monday' as const, time: '17:30', time_zone: null },
      { weekday: 'monday' as const, time: '09:00', time_zone: null },
      { weekday: 'sunday' as const, time: '09:00', time_zone: 'Asia/Tokyo' },
    ];
    expect(timesOf(slots)).toEqual({ ...NONE, monday: '09:00, 17:30' });
    expect(slotsOf(timesOf(slots))).toHaveLength(2);
  });
});

describe('the slots of a queue', () => {
  it('are grouped by the day on its clock', () => {
    const slot = (local: string) => ({ slot_at: `${local}:00.000Z`, local, status: 'free' as const, content: null });
    const days = slotsByDay([slot('2027-03-28T09:00'), slot('2027-03-28T17:30'), slot('2027-03-29T09:00')]);
    expect(days.map(({ day, slots }) => [day, slots.length])).toEqual([
      ['2027-03-28', 2],
      ['2027-03-29', 1],
    ]);
  });
});
