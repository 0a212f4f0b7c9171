import type { FieldError } from '../../core/problems/request-errors.ts';
import { isObject } from '../../core/values/is-object.ts';
import { isLocalTime, localTimeAt, resolveLocalTime } from '../../core/values/local-time.ts';
import { isTimeZone } from '../../core/values/time-zone.ts';
import { type DateOrder, readCellTime } from './row-time.ts';

/** Reads the cell of a field: its value, or its text. */
export type ReadValue = (field: string) => unknown;
export type ReadText = (field: string) => string | undefined;

/** The slot of a queue, by its id or name, that a row takes if it is free at the time of the row. */
export type AskedSlot = { queue: string };

/** When a row is published, as fields of its request, and what is wrong with the cells. */
interface RowSchedule {
  errors: FieldError[];
  scheduled_at?: unknown;
  queue?: string | undefined;
  slot?: AskedSlot | undefined;
}

interface Defaults {
  queue?: string | undefined;
  time_zone?: string | undefined;
  date_order?: DateOrder | undefined;
}

/**
 * Read when a row is published. A default queue is for rows without a time. A row of an export has both: the queue, and the
 * time of its slot, which is its time where that slot is taken.
 */
export function scheduleOf(textOf: ReadText, cellOf: ReadValue, defaults: Defaults, isExport: boolean): RowSchedule {
  const zone = textOf('time_zone') ?? defaults.time_zone;
  const asked = readTime(textOf, cellOf, zone, defaults.date_order ?? null);
  const local = cellOf('scheduled_local');
  const time = local === undefined ? asked : withLocalTime(local, zone, asked);
  const queue = queueOf(cellOf('queue'), textOf);
  if (time.scheduled_at === undefined) return { ...time, queue: queue ?? defaults.queue };
  if (isExport && queue !== undefined) return { ...time, slot: { queue } };
  return { ...time, queue };
}

// JSON lines of an export have the queue with its slot.
function queueOf(cell: unknown, textOf: ReadText): string | undefined {
  return isObject(cell) && typeof cell.id === 'string' ? cell.id : textOf('queue');
}

function readTime(textOf: ReadText, cellOf: ReadValue, zone: string | undefined, order: DateOrder | null): RowSchedule {
  const read = readOneTime(textOf, cellOf, zone, order);
  const isOther = cellOf('scheduled_at') !== undefined && differsFrom(textOf, read.scheduled_at, zone, order);
  return isOther ? { ...read, errors: [...read.errors, OTHER_DATE] } : read;
}

function readOneTime(
  textOf: ReadText,
  cellOf: ReadValue,
  zone: string | undefined,
  order: DateOrder | null,
): RowSchedule {
  const cell = cellOf('scheduled_at') ?? cellOf('date');
  const isSeparate = cellOf('scheduled_at') === undefined;
  if (cell === undefined) {
    if (textOf('time') === undefined || textOf('queue') !== undefined) return { errors: [] };
    return { errors: [{ pointer: '/date', code: 'required', detail: 'A row with a time needs a date.' }] };
  }
  // JSON lines can have the local time and its zone as the API has them.
  if (typeof cell !== 'string') return { errors: [], scheduled_at: cell };
  const time = readCellTime(cell, isSeparate ? (textOf('time') ?? null) : null, order);
  if ('code' in time) return { errors: [{ pointer: isSeparate ? '/date' : '/scheduled_at', ...time }] };
  return { errors: [], scheduled_at: 'instant' in time ? time.instant : inZone(time.local, zone) };
}

const OTHER_DATE = {
  ...{ pointer: '/date', code: 'other_time' },
  detail: 'The date and time must be those of scheduled_at. Change both, or empty one of them.',
};

/**
 * Return whether the cells of the date and the time say another minute than `scheduled_at`. A part that they lack, or that is
 * unreadable, is equal, and so is an instant in a row without a zone.
 */
function differsFrom(
  textOf: ReadText,
  scheduledAt: unknown,
  zone: string | undefined,
  order: DateOrder | null,
): boolean {
  const [date, time] = [textOf('date'), textOf('time')];
  const planned = date === undefined && time === undefined ? null : localOf(scheduledAt, zone);
  if (planned === null) return false;
  const [day, clock] = [planned.slice(0, 10), planned.slice(11)];
  const whole = readCellTime(date ?? day, time ?? null, order);
  const read = 'code' in whole && time === undefined ? readCellTime(date ?? day, clock, order) : whole;
  if ('code' in read) return false;
  if ('local' in read) return read.local.slice(0, 16) !== planned.slice(0, 16);
  const instant = instantOf(scheduledAt) ?? Date.parse(read.instant);
  return instant !== Date.parse(read.instant);
}

/** Return the local time of a row, or null for what has none: the check of the row rejects or completes it. */
function localOf(time: unknown, zone: string | undefined): string | null {
  if (isObject(time)) return typeof time.local === 'string' && isLocalTime(time.local) ? time.local : null;
  const instant = instantOf(time);
  return instant !== null && zone !== undefined && isTimeZone(zone) ? localTimeAt(instant, zone) : null;
}

function inZone(local: string, zone: string | undefined) {
  return { local, ...(zone ? { time_zone: zone } : {}) };
}

const POINTER = '/scheduled_local';
const OTHER_TIME = {
  ...{ pointer: POINTER, code: 'other_time' },
  detail: 'Must be the same time as scheduled_at. Change both, or empty one of them.',
};

/** Return the local time of a row, where it stands for the same instant as `scheduled_at` or stands alone. */
function withLocalTime(cell: unknown, zone: string | undefined, asked: RowSchedule): RowSchedule {
  const read = typeof cell === 'string' ? readCellTime(cell, null, null) : null;
  if (read && 'code' in read) return { ...asked, errors: [...asked.errors, { pointer: POINTER, ...read }] };
  const local = read && 'local' in read ? inZone(read.local, zone) : cell;
  const [instant, other] = [instantOf(local), instantOf(asked.scheduled_at)];
  if (instant !== null && other !== null && instant !== other) return { ...asked, errors: [OTHER_TIME] };
  return { ...asked, scheduled_at: local };
}

/** Return the instant of a time in milliseconds since 1970. Null for what the check of the row rejects or completes. */
function instantOf(time: unknown): number | null {
  if (typeof time === 'string') return Number.isNaN(Date.parse(time)) ? null : Date.parse(time);
  if (!isObject(time)) return null;
  const { local, time_zone } = time;
  if (typeof local !== 'string' || typeof time_zone !== 'string') return null;
  return isLocalTime(local) && isTimeZone(time_zone) ? resolveLocalTime({ local, time_zone }).epochMs : null;
}
