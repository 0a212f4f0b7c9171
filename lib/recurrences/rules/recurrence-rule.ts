import { fieldError } from '../../core/problems/request-errors.ts';
import { localTimeAt } from '../../core/values/local-time.ts';
import { addDays } from './occurrences.ts';

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
const WEEKDAYS = 'MO|TU|WE|TH|FR|SA|SU';
const WEEKDAY = new RegExp(`^(${WEEKDAYS})$`);
const WEEKDAY_OF_MONTH = new RegExp(`^([+-]?[1-5])?(${WEEKDAYS})$`);
const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/;
// Beyond them, a date in another zone may have no year of four digits.
const FIRST_YEAR = '2000';
const LAST_YEAR = '2999';
const MAX_COUNT = 1000;
const MAX_INTERVAL = 99;

/** The clock of a recurrence, which decides whether an `UNTIL` with a time includes its day. */
type Clock = { time: string; time_zone: string };
type Frequency = (typeof FREQUENCIES)[number];
type Parts = Map<string, string>;

// In the order of the text that is stored.
const PARTS = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYSETPOS', 'WKST', 'COUNT', 'UNTIL'];

/**
 * Parse an RRULE (RFC 5545) and return it in one form: upper case, without the prefix `RRULE:`, `UNTIL` as the last local
 * date. Throws a 422 that names `/rule` and the part for everything outside of the supported subset.
 */
export function parseRule(text: string, clock: Clock): string {
  const parts = splitParts(
    text
      .trim()
      .toUpperCase()
      .replace(/^RRULE:/, ''),
  );
  const frequency = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  if (!frequency) throw ruleError(`FREQ is required, and must be one of ${FREQUENCIES.join(', ')}.`);
  if (parts.has('COUNT') && parts.has('UNTIL')) throw ruleError('COUNT and UNTIL must not be combined.');
  const parsed = new Map([...parts].map(([name, value]) => [name, parsePart(name, value, frequency, clock)]));
  if (parsed.has('BYSETPOS') && !parsed.has('BYDAY')) throw ruleError('BYSETPOS requires BYDAY.');
  const given = PARTS.filter((name) => parsed.has(name));
  return given.map((name) => `${name}=${parsed.get(name)}`).join(';');
}

function splitParts(text: string): Parts {
  const parts: Parts = new Map();
  for (const part of text.split(';')) {
    const [, name, value] = /^([A-Z]+)=(.+)$/.exec(part) ?? [];
    if (!name || !value)
      throw ruleError(`Must be an RRULE such as FREQ=WEEKLY;BYDAY=MO. ${quoted(part)} is no part of one.`);
    if (!PARTS.includes(name)) throw ruleError(`${name} is not supported. Supported are ${PARTS.join(', ')}.`);
    if (parts.has(name)) throw ruleError(`${name} must not be repeated.`);
    parts.set(name, value);
  }
  return parts;
}

function quoted(part: string): string {
  return JSON.stringify(part.slice(0, 40));
}

function parsePart(name: string, value: string, frequency: Frequency, clock: Clock): string {
  const isMonthly = frequency === 'MONTHLY';
  switch (name) {
    case 'INTERVAL':
      return String(parseNumber(name, value, 1, MAX_INTERVAL));
    case 'COUNT':
      return String(parseNumber(name, value, 1, MAX_COUNT));
    case 'UNTIL':
      return parseUntil(value, clock);
    case 'WKST':
      if (!WEEKDAY.test(value)) throw ruleError('WKST must be a weekday such as MO.');
      return value;
    case 'BYDAY': {
      const form = isMonthly ? WEEKDAY_OF_MONTH : WEEKDAY;
      const example = isMonthly
        ? 'weekdays such as 2TU, -1FR or MO'
        : `weekdays such as MO, without a number for ${frequency}`;
      return parseList(name, value, (day) => form.test(day), example).replaceAll('+', '');
    }
    case 'BYMONTHDAY':
      if (!isMonthly) throw ruleError('BYMONTHDAY requires FREQ=MONTHLY.');
      return parseList(name, value, isDayOfMonth, 'days from 1 to 31, or from -31 to -1 from the end of the month');
    case 'BYSETPOS':
      if (!isMonthly) throw ruleError('BYSETPOS requires FREQ=MONTHLY.');
      return parseList(name, value, isDayOfMonth, 'positions from 1 to 31, or from -31 to -1 from the end');
    default:
      return value;
  }
}

function isDayOfMonth(text: string): boolean {
  return /^-?\d{1,2}$/.test(text) && Math.abs(Number(text)) >= 1 && Math.abs(Number(text)) <= 31;
}

function parseNumber(name: string, value: string, min: number, max: number): number {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw ruleError(`${name} must be a number from ${min} to ${max}.`);
  return number;
}

function parseList(name: string, value: string, isValid: (each: string) => boolean, example: string): string {
  const list = value.split(',');
  if (!list.every(isValid)) throw ruleError(`${name} must be ${example}.`);
  if (new Set(list).size !== list.length) throw ruleError(`${name} must not contain duplicates.`);
  return value;
}

/** Return the last local date of a rule. An `UNTIL` before the time of its day excludes that day. */
function parseUntil(value: string, { time, time_zone }: Clock): string {
  const [, year, month, day, hours, minutes, seconds, zone] = UNTIL.exec(value) ?? [];
  const given = `${year}-${month}-${day}T${hours ?? '23'}:${minutes ?? '59'}:${seconds ?? '59'}Z`;
  const instantMs = year ? Date.parse(given) : Number.NaN;
  // `Date.parse` takes February 30 for a day in March.
  const isNear = year !== undefined && year >= FIRST_YEAR && year <= LAST_YEAR;
  if (!isNear || Number.isNaN(instantMs) || new Date(instantMs).toISOString().slice(0, 19) !== given.slice(0, 19)) {
    throw ruleError(
      'UNTIL must be a date such as 20271231, or a time such as 20271231T225959Z, of the years 2000 to 2999.',
    );
  }
  const local = localTimeAt(instantMs, zone === 'Z' ? time_zone : 'UTC');
  const date = local.slice(0, 10);
  const last = local.slice(11, 16) < time ? addDays(date, -1) : date;
  return last.replaceAll('-', '');
}

function ruleError(detail: string): Error {
  return fieldError('/rule', 'invalid_rule', detail);
}
