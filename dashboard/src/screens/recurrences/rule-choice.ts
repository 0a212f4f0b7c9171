import { locale, t } from '../../language/texts.ts';
import { WEEKDAYS as NAMED_WEEKDAYS, weekdayName } from '../../weekdays.ts';

/** The weekdays of an RRULE. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Which of the weekdays of a month: the first to the fourth, or the last. */
export const POSITIONS = ['1', '2', '3', '4', '-1'] as const;
export type Position = (typeof POSITIONS)[number];

export const FREQUENCIES = ['daily', 'weekly', 'month_day', 'month_weekday', 'other'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** A rule as a person chooses it. `other`: an RRULE that the choices do not express. */
export interface RuleChoice {
  frequency: Frequency;
  interval: string;
  weekdays: Weekday[];
  /** The day of the month; -1 for the last one. */
  day: string;
  position: Position;
  weekday: Weekday;
  end: 'never' | 'until' | 'count';
  until: string;
  count: string;
  text: string;
}

/** Return the choice of a new recurrence: weekly, on the weekday of a date. */
export function newChoice(date: string): RuleChoice {
  const weekday = WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7]!;
  const month = { day: String(Number(date.slice(8))), position: '1' as const, weekday };
  return {
    ...{ frequency: 'weekly', interval: '1', weekdays: [weekday], ...month, end: 'never', until: '', count: '10' },
    text: '',
  };
}

/** Return whether a choice has days: weekly needs a weekday. */
export function hasDays({ frequency, weekdays }: RuleChoice): boolean {
  return frequency !== 'weekly' || weekdays.length > 0;
}

/** Return the RRULE of a choice. */
export function ruleOf(choice: RuleChoice): string {
  if (choice.frequency === 'other') return choice.text.trim();
  const interval = choice.interval.trim() === '1' ? [] : [`INTERVAL=${choice.interval.trim()}`];
  const end = {
    never: [],
    count: [`COUNT=${choice.count.trim()}`],
    until: [`UNTIL=${choice.until.replaceAll('-', '')}`],
  };
  return [...daysOf(choice, interval), ...end[choice.end]].join(';');
}

function daysOf({ frequency, weekdays, day, position, weekday }: RuleChoice, interval: string[]): string[] {
  if (frequency === 'daily') return ['FREQ=DAILY', ...interval];
  if (frequency === 'weekly') {
    const chosen = WEEKDAYS.filter((each) => weekdays.includes(each));
    return ['FREQ=WEEKLY', ...interval, `BYDAY=${chosen.join(',')}`];
  }
  return ['FREQ=MONTHLY', ...interval, frequency === 'month_day' ? `BYMONTHDAY=${day}` : `BYDAY=${position}${weekday}`];
}

/** Return the choice that an RRULE means, as the API returns it. One without such a choice is shown as text. */
export function choiceOf(rule: string, date: string): RuleChoice {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const until = parts.get('UNTIL') ?? '';
  const choice: RuleChoice = {
    ...newChoice(date),
    interval: parts.get('INTERVAL') ?? '1',
    end: until ? 'until' : parts.has('COUNT') ? 'count' : 'never',
    until: until.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
    count: parts.get('COUNT') ?? '10',
    text: rule,
  };
  const found = { ...choice, ...frequencyOf(parts, choice) };
  return ruleOf(found) === rule ? found : { ...choice, frequency: 'other' };
}

function frequencyOf(parts: ReadonlyMap<string, string>, { weekdays }: RuleChoice): Partial<RuleChoice> {
  const days = parts.get('BYDAY') ?? '';
  if (parts.get('FREQ') === 'DAILY') return { frequency: 'daily' };
  if (parts.get('FREQ') === 'WEEKLY') {
    return { frequency: 'weekly', weekdays: days ? (days.split(',') as Weekday[]) : weekdays };
  }
  const [, position, weekday] = /^(-?\d)([A-Z]{2})$/.exec(days) ?? [];
  if (position) return { frequency: 'month_weekday', position: position as Position, weekday: weekday as Weekday };
  return { frequency: 'month_day', day: parts.get('BYMONTHDAY') ?? '' };
}

/** Return the name of a weekday in the language of the dashboard. */
export function dayName(weekday: Weekday): string {
  return weekdayName(NAMED_WEEKDAYS[WEEKDAYS.indexOf(weekday)]!);
}

/** Describe a rule in words: `Every 2 weeks on Monday and Thursday`. */
export function describeRule(rule: string, date: string): string {
  const choice = choiceOf(rule, date);
  const count = Number(choice.interval);
  const list = new Intl.ListFormat(locale()).format(choice.weekdays.map(dayName));
  const texts: Record<Frequency, () => string> = {
    daily: () => t('recurrences.everyDay', { count }),
    weekly: () => t('recurrences.everyWeek', { count, days: list }),
    month_day: () =>
      choice.day === '-1'
        ? t('recurrences.everyMonthEnd', { count })
        : t('recurrences.everyMonthDay', { count, day: choice.day }),
    month_weekday: () =>
      t('recurrences.everyMonthWeekday', { count, position: choice.position, day: dayName(choice.weekday) }),
    other: () => rule,
  };
  const text = texts[choice.frequency]();
  if (choice.frequency === 'other' || choice.end === 'never') return text;
  if (choice.end === 'count') return t('recurrences.withCount', { text, count: Number(choice.count) });
  return t('recurrences.withUntil', { text, date: dateText(choice.until) });
}

/** Write a local date in the language of the dashboard, with its weekday. */
export function dateText(date: string): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale(), parts).format(new Date(date));
}
