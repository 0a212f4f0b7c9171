import { DAY_MS, formatInstant, HOUR_MS, parseInstant, TIMESTAMP_FORMAT_ERROR } from '../../core/values/timestamps.ts';

/** Scope of a bucket that sums over all items of a workspace. Single items have ContentBuckets. */
export const ALL_CONTENT = 'all';
/** The same for sandbox accounts, whose synthetic metrics are in no other sum. */
export const ALL_SANDBOX = 'sandbox';

const MAX_PERIOD_DAYS = 366;
/** Hours stored in one bucket. They divide a day. */
const HOURS_PER_BUCKET = 4;
/**
 * A period that ends now: `<n>h` or `<n>d`, up to 366 days. See docs/reference/analytics.md. The numbers are in the
 * pattern so that the OpenAPI document has them.
 */
export const RELATIVE_PERIOD =
  /^(?:(?:[1-9][0-9]{0,2}|[1-7][0-9]{3}|8[0-6][0-9]{2}|87[0-7][0-9]|878[0-4])h|(?:[1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9]|36[0-6])d)$/;

const DEFAULT_PERIOD = '7d';
/** The most days that are counted back by the hour. A longer period in days has whole days. */
const MAX_DAYS_BY_HOUR = 7;

/** A time range [from, to), both on the hour, with its label in responses. */
export type Period = { from: Date; to: Date; label: string };
/** An invalid period. `field` is the query parameter to correct. */
export type PeriodProblem = { field: 'period' | 'from' | 'to'; code: string; detail: string };

/** Return the UTC hour that contains a time, `YYYY-MM-DDTHH`. Throws RangeError outside the years 0 to 9999. */
export function hourOf(date: Date): string {
  const text = date.toISOString();
  // Other years are formatted with a sign and six digits, which would be cut in the wrong position.
  if (text.length !== 24) throw new RangeError(`no hour bucket for ${text}`);
  return text.slice(0, 13);
}

/** Return the UTC day that contains a time, `YYYY-MM-DD`. Throws RangeError outside the years 0 to 9999. */
export function dayOf(date: Date): string {
  return hourOf(date).slice(0, 10);
}

/** Return the start of an hour `YYYY-MM-DDTHH`. Throws RangeError for an invalid hour. */
export function startOfHour(hour: string): Date {
  const timeMs = parseInstant(`${hour}:00:00Z`);
  if (timeMs === null) throw new RangeError(`not an hour bucket: ${JSON.stringify(hour)}`);
  return new Date(timeMs);
}

/** Build the API view of a period. */
export function toPeriodView({ label, from, to }: Period): { period: string; from: string; to: string } {
  return { period: label, from: formatInstant(from.getTime()), to: formatInstant(to.getTime()) };
}

function floorTo(unitMs: number, timeMs: number): number {
  return Math.floor(timeMs / unitMs) * unitMs;
}

function ceilTo(unitMs: number, timeMs: number): number {
  return Math.ceil(timeMs / unitMs) * unitMs;
}

/** Return the hours that start in [fromMs, toMs); both on the hour. */
function hoursBetween(fromMs: number, toMs: number): string[] {
  const hours: string[] = [];
  for (let timeMs = fromMs; timeMs < toMs; timeMs += HOUR_MS) hours.push(hourOf(new Date(timeMs)));
  return hours;
}

/** Return the fewest days and hours that cover [from, to) exactly once, both rounded down to the hour, oldest first. */
export function bucketsCovering(from: Date, to: Date): { days: string[]; hours: string[] } {
  const fromMs = floorTo(HOUR_MS, from.getTime());
  const toMs = floorTo(HOUR_MS, to.getTime());
  const firstDayMs = ceilTo(DAY_MS, fromMs);
  const lastDayMs = floorTo(DAY_MS, toMs);
  if (firstDayMs >= lastDayMs) return { days: [], hours: hoursBetween(fromMs, toMs) };
  const days: string[] = [];
  for (let timeMs = firstDayMs; timeMs < lastDayMs; timeMs += DAY_MS) days.push(dayOf(new Date(timeMs)));
  return { days, hours: [...hoursBetween(fromMs, firstDayMs), ...hoursBetween(lastDayMs, toMs)] };
}

/** Key of a stored count: the bucket `time`, and the hour `HH` within it; null in a day bucket. */
export type BucketKey = { time: string; hour: string | null };

/** Return the bucket keys of a time: day `YYYY-MM-DD`, and hour in the bucket of its four hours `YYYY-MM-DDTHH-HH`. */
export function bucketKeysAt(date: Date): BucketKey[] {
  return [{ time: dayOf(date), hour: null }, hourBucketKey(hourOf(date))];
}

/** Return the buckets to read for a period, each with the hours to count, or null for a whole day: at most 372. */
export function bucketsOf({ from, to }: Pick<Period, 'from' | 'to'>): { time: string; hours: string[] | null }[] {
  const { days, hours } = bucketsCovering(from, to);
  const parts = Map.groupBy(hours.map(hourBucketKey), ({ time }) => time);
  return [
    ...days.map((time) => ({ time, hours: null })),
    ...[...parts].map(([time, keys]) => ({ time, hours: keys.map(({ hour }) => hour) })),
  ];
}

function hourBucketKey(name: string): { time: string; hour: string } {
  const hour = name.slice(11);
  const first = floorTo(HOURS_PER_BUCKET, Number(hour));
  const ends = [first, first + HOURS_PER_BUCKET].map((end) => String(end).padStart(2, '0'));
  return { time: `${name.slice(0, 11)}${ends.join('-')}`, hour };
}

/**
 * Return the period of a query on the hour, because counts are stored by the hour, or the problem of the query.
 * Hours, and up to 7 days, are whole hours that end with the running one; more days are UTC days that end with today.
 * `from` and `to` are both rounded up, so that `to` = now includes the running hour, and adjoining periods share
 * nothing. `period` matches `RELATIVE_PERIOD`.
 */
export function periodOf(
  query: { period?: string | undefined; from?: string | undefined; to?: string | undefined },
  now: Date,
): Period | { problem: PeriodProblem } {
  if (query.from === undefined && query.to === undefined) return lastPeriod(query.period ?? DEFAULT_PERIOD, now);
  if (query.period !== undefined) return problem('period', 'conflict', 'Cannot be combined with from and to.');
  if (query.from === undefined) return problem('from', 'required', 'Required together with to.');
  if (query.to === undefined) return problem('to', 'required', 'Required together with from.');
  return explicitPeriod(query.from, query.to);
}

function lastPeriod(period: string, now: Date): Period {
  const count = Number(period.slice(0, -1));
  const lengthMs = count * (period.endsWith('h') ? HOUR_MS : DAY_MS);
  const unitMs = period.endsWith('h') || count <= MAX_DAYS_BY_HOUR ? HOUR_MS : DAY_MS;
  const toMs = floorTo(unitMs, now.getTime()) + unitMs;
  return { from: new Date(toMs - lengthMs), to: new Date(toMs), label: period };
}

function explicitPeriod(from: string, to: string): Period | { problem: PeriodProblem } {
  const fromMs = timeOf(from);
  const toMs = timeOf(to);
  if (fromMs === null) return problem('from', 'invalid_time', TIMESTAMP_FORMAT_ERROR);
  if (toMs === null) return problem('to', 'invalid_time', TIMESTAMP_FORMAT_ERROR);
  if (fromMs >= toMs) return problem('to', 'not_after_from', 'Must be later than from.');
  if (toMs - fromMs > MAX_PERIOD_DAYS * DAY_MS) {
    return problem('to', 'period_too_long', `Must be at most ${MAX_PERIOD_DAYS} days after from.`);
  }
  const period = { from: new Date(ceilTo(HOUR_MS, fromMs)), to: new Date(ceilTo(HOUR_MS, toMs)) };
  if (period.from.getTime() === period.to.getTime()) {
    return problem('to', 'period_too_short', 'The period must contain the start of an hour.');
  }
  return { ...period, label: `${formatInstant(fromMs)}/${formatInstant(toMs)}` };
}

/** Parse a time whose year has four digits in UTC within a day of margin; null for others. */
function timeOf(text: string): number | null {
  const timeMs = parseInstant(text);
  if (timeMs === null) return null;
  return formatInstant(timeMs - DAY_MS).length === 24 && formatInstant(timeMs + DAY_MS).length === 24 ? timeMs : null;
}

function problem(field: PeriodProblem['field'], code: string, detail: string): { problem: PeriodProblem } {
  return { problem: { field, code, detail } };
}
