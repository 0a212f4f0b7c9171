import { isObject } from '../../core/values/is-object.ts';
import type { LocalTime } from '../../core/values/local-time.ts';

/** In which order a date such as 03/04/2027 has its day and its month. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** What a cell says about a time: an instant, a local time, or why it is none. */
export type CellTime = { instant: string } | { local: string } | { code: string; detail: string };

const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const CLOCK = /^(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?$/i;

const UNREADABLE = {
  code: 'invalid_time',
  detail: 'Must be a date and a time, such as 2027-03-28 09:30, 28.03.2027 09:30 or 2027-03-28T09:30:00Z.',
};

const SERIAL = /^\d{5}([.,]\d+)?$/;
const SERIAL_NUMBER = {
  code: 'invalid_time',
  detail: 'Must be a date and a time. This is the number of a date in a spreadsheet: format the cells as dates.',
};

/**
 * Read the time of a row as spreadsheets write it. Times with an offset are instants, all others are local. `time` is the
 * cell of a column of its own, if there is one. A date whose day and month could be either way needs an order.
 */
export function readCellTime(dateText: string, timeText: string | null, order: DateOrder | null): CellTime {
  const text = dateText.trim();
  if (SERIAL.test(text)) return SERIAL_NUMBER;
  if (timeText === null && INSTANT.test(text)) return { instant: toInstant(text) };
  const [, first = '', rest = ''] = /^(\S+?)(?:,?\s+|T)(.*)$/i.exec(text) ?? [text, text];
  const clockText = timeText?.trim() ? timeText.trim() : rest.trim();
  const date = readDate(first.replace(/,$/, ''), order);
  if ('code' in date) return date;
  if (clockText === '') return { code: 'time_missing', detail: 'Must have a time too, such as 2027-03-28 09:30.' };
  const clock = readClock(clockText);
  return clock === null ? UNREADABLE : { local: `${date.date}T${clock}` };
}

/**
 * Return the request of a row with the zone in which its check has shown its local time. A row that names no zone has that
 * of the workspace, which may be another one since.
 */
export function inCheckedZone(
  body: Record<string, unknown>,
  { scheduled_local: shown }: { scheduled_local: LocalTime | null },
): Record<string, unknown> {
  const { scheduled_at } = body;
  if (!shown || !isObject(scheduled_at) || scheduled_at.time_zone !== undefined) return body;
  return { ...body, scheduled_at: { ...scheduled_at, time_zone: shown.time_zone } };
}

function toInstant(text: string): string {
  const compact = text
    .replace(/\s(?=[Z+-])/i, '')
    .replace(' ', 'T')
    .toUpperCase();
  return compact.replace(/([+-]\d{2})(\d{2})$/, '$1:$2').replace(/T(\d{2}:\d{2})(Z|[+-])/, 'T$1:00$2');
}

function readDate(text: string, order: DateOrder | null): { date: string } | { code: string; detail: string } {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return dateOf(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!);
  const yearLast = YEAR_LAST.exec(text);
  if (!yearLast) return UNREADABLE;
  const [, a = '', separator, b = '', year = ''] = yearLast;
  const fullYear = year.length === 2 ? `20${year}` : year;
  if (separator === '.' || Number(a) > 12 || (order === 'day_first' && Number(b) <= 12)) return dateOf(fullYear, b, a);
  if (Number(b) > 12 || order === 'month_first' || a === b) return dateOf(fullYear, a, b);
  return {
    code: 'ambiguous_date',
    detail: `${text} has no clear order. Set date_order to day_first or month_first, or write 2027-03-28.`,
  };
}

function dateOf(year: string, month: string, day: string) {
  return { date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` };
}

function readClock(text: string): string | null {
  const found = CLOCK.exec(text);
  if (!found) return null;
  const [, hourText = '', minute, second, half] = found;
  if (minute === undefined && half === undefined) return null;
  const hour = Number(hourText);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const hours = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute ?? '00'}${second === undefined ? '' : `:${second}`}`;
}
