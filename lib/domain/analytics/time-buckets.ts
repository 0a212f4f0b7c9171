import { DAY_MS, formatInstant, HOUR_MS, parseInstant, TIMESTAMP_FORMAT_ERROR } from '../timestamps.ts';

const MAX_PERIOD_DAYS = 366;

/** Hours that are kept together in one bucket. They divide a day. */
const HOURS_PER_BUCKET = 4;

/** Relative periods and their length in hours. Contract, section 12. */
const PERIOD_HOURS = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24, '90d': 90 * 24 } as const;

export type PeriodName = keyof typeof PERIOD_HOURS;

const DEFAULT_PERIOD: PeriodName = '7d';

/** A stretch of time [from, to), both on the hour, and how the answer names it. */
export interface Period {
  from: Date;
  to: Date;
  label: string;
}

/** What is wrong with a period that was asked for: `field` is the query parameter to mend. */
export interface PeriodProblem {
  field: 'period' | 'from' | 'to';
  code: string;
  detail: string;
}

/** The UTC hour a time lies in, `YYYY-MM-DDTHH`. Throws RangeError outside the years 0 to 9999. */
export function hourOf(date: Date): string {
  const text = date.toISOString();
  // Other years are written with a sign and six digits, which would be cut in the wrong place.
  if (text.length !== 24) throw new RangeError(`no hour bucket for ${text}`);
  return text.slice(0, 13);
}

/** The UTC day a time lies in, `YYYY-MM-DD`. Throws RangeError outside the years 0 to 9999. */
export function dayOf(date: Date): string {
  return hourOf(date).slice(0, 10);
}

/** The time at which an hour `YYYY-MM-DDTHH` begins. Throws RangeError for what is no such hour. */
export function startOfHour(hour: string): Date {
  const timeMs = parseInstant(`${hour}:00:00Z`);
  if (timeMs === null) throw new RangeError(`not an hour bucket: ${JSON.stringify(hour)}`);
  return new Date(timeMs);
}

/** A period as answers say it. */
export function toPeriodView({ label, from, to }: Period): { period: string; from: string; to: string } {
  return { period: label, from: formatInstant(from.getTime()), to: formatInstant(to.getTime()) };
}

function floorTo(unitMs: number, timeMs: number): number {
  return Math.floor(timeMs / unitMs) * unitMs;
}

function ceilTo(unitMs: number, timeMs: number): number {
  return Math.ceil(timeMs / unitMs) * unitMs;
}

/** The hours that begin in [fromMs, toMs); both on the hour. */
function hoursBetween(fromMs: number, toMs: number): string[] {
  const hours: string[] = [];
  for (let timeMs = fromMs; timeMs < toMs; timeMs += HOUR_MS) hours.push(hourOf(new Date(timeMs)));
  return hours;
}

/**
 * The fewest days and hours that cover [from, to) exactly once, after both are rounded down to the hour: every
 * whole UTC day that fits, and single hours at the edges. Oldest first; both lists are empty when nothing
 * remains. Periods that adjoin share none, so sums over parts add up to the sum over the whole.
 */
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

/** Where numbers are kept: the bucket `time`, and in it under the hour `HH`; null in the bucket of a day. */
export interface BucketKey {
  time: string;
  hour: string | null;
}

/**
 * The two places that the numbers of a moment are added to: its day `YYYY-MM-DD`, and its hour in the bucket
 * of the four hours it lies in, `YYYY-MM-DDTHH-HH`. Throws RangeError outside the years 0 to 9999.
 */
export function bucketKeysAt(date: Date): BucketKey[] {
  return [{ time: dayOf(date), hour: null }, hourBucketKey(hourOf(date))];
}

/**
 * The buckets to read for a period, each with the hours that count in it, or null for all of a day. 90 days
 * are 90 buckets, or at most 96 when they do not begin at midnight; 24 hours are at most 7.
 */
export function bucketsOf({
  from,
  to,
}: Pick<Period, 'from' | 'to'>): { time: string; hours: string[] | null }[] {
  const { days, hours } = bucketsCovering(from, to);
  const parts = Map.groupBy(hours.map(hourBucketKey), ({ time }) => time);
  return [
    ...days.map((time) => ({ time, hours: null })),
    ...[...parts].map(([time, places]) => ({ time, hours: places.map(({ hour }) => hour) })),
  ];
}

function hourBucketKey(name: string): { time: string; hour: string } {
  const hour = name.slice(11);
  const first = floorTo(HOURS_PER_BUCKET, Number(hour));
  const ends = [first, first + HOURS_PER_BUCKET].map((end) => String(end).padStart(2, '0'));
  return { time: `${name.slice(0, 11)}${ends.join('-')}`, hour };
}

/**
 * The period a query asks for, on the hour, because numbers are kept by the hour.
 *
 * `24h` and `7d` are that many whole hours, the one now running being the last. `30d` and `90d` are that
 * many UTC days, today being the last: so 90 days are 90 buckets and no edges. Without anything it is `7d`.
 * `from` and `to` are RFC 3339 times, given together; both are rounded UP to the hour. So `to` = now takes
 * in the running hour, and parts that adjoin still share nothing. The label keeps them as they were given,
 * in UTC. A problem is answered for a time that does not exist, one of two, a period beside them, an order
 * other than from < to, more than 366 days, and less than the start of one hour.
 */
export function periodOf(
  query: { period?: PeriodName | undefined; from?: string | undefined; to?: string | undefined },
  now: Date,
): Period | { problem: PeriodProblem } {
  if (query.from === undefined && query.to === undefined)
    return lastPeriod(query.period ?? DEFAULT_PERIOD, now);
  if (query.period !== undefined) {
    return problem('period', 'conflict', 'Cannot be combined with from and to.');
  }
  if (query.from === undefined) return problem('from', 'required', 'Required together with to.');
  if (query.to === undefined) return problem('to', 'required', 'Required together with from.');
  return explicitPeriod(query.from, query.to);
}

function lastPeriod(period: PeriodName, now: Date): Period {
  const unitMs = period === '24h' || period === '7d' ? HOUR_MS : DAY_MS;
  const toMs = floorTo(unitMs, now.getTime()) + unitMs;
  return { from: new Date(toMs - PERIOD_HOURS[period] * HOUR_MS), to: new Date(toMs), label: period };
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

/** A time whose year is still written with four digits in UTC, hours to spare; null for others. */
function timeOf(text: string): number | null {
  const timeMs = parseInstant(text);
  if (timeMs === null) return null;
  return formatInstant(timeMs - DAY_MS).length === 24 && formatInstant(timeMs + DAY_MS).length === 24
    ? timeMs
    : null;
}

function problem(field: PeriodProblem['field'], code: string, detail: string): { problem: PeriodProblem } {
  return { problem: { field, code, detail } };
}
