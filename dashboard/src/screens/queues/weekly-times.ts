import type { Schemas } from '../../api/client.ts';
import { locale } from '../../language/texts.ts';
import { WEEKDAYS, type Weekday } from '../../weekdays.ts';

type Slot = Schemas['QueueCreate']['slots'][number];
/** The times of a week as a person types them: `09:00, 17:30` by weekday. */
export type WeeklyTimes = Record<Weekday, string>;

/** Return the times of the slots of a queue that have its zone, by weekday. */
export function timesOf(slots: readonly Schemas['Queue']['slots'][number][]): WeeklyTimes {
  const timesOn = (weekday: Weekday) =>
    slots
      .filter((slot) => slot.weekday === weekday && slot.time_zone === null)
      .map(({ time }) => time)
      .sort()
      .join(', ');
  return Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, timesOn(weekday)])) as WeeklyTimes;
}

/** Return the slots that times by weekday mean. Null if a text is no list of times. */
export function slotsOf(times: WeeklyTimes): Slot[] | null {
  const slots: Slot[] = [];
  for (const weekday of WEEKDAYS) {
    const found = new Set(
      times[weekday]
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(normalize),
    );
    if (found.has(null)) return null;
    for (const time of found) slots.push({ weekday, time: time! });
  }
  return slots;
}

/** Return a time as the API has it; `9:00` is `09:00`. Null for another text. */
function normalize(text: string): string | null {
  const match = /^(\d{1,2})[:.](\d{2})$/.exec(text);
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59) return null;
  return `${match[1]!.padStart(2, '0')}:${match[2]}`;
}

type ListedSlot = Schemas['SlotList']['slots'][number];

/** Group slots by the day on the clock of the queue. */
export function slotsByDay(slots: readonly ListedSlot[]): { day: string; slots: ListedSlot[] }[] {
  const days = new Map<string, ListedSlot[]>();
  for (const slot of slots) {
    const day = slot.local.slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), slot]);
  }
  return [...days].map(([day, found]) => ({ day, slots: found }));
}

/** Return the name of a day, such as `Monday, 3 August`. */
export function dayName(day: string): string {
  const format = new Intl.DateTimeFormat(locale(), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
