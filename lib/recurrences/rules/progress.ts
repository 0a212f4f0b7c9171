import { reprocessAt } from '../../core/retry/reprocessing.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { addDays, dateAt, nextDates, type Occurrence, occurrenceOn, occurrencesBetween } from './occurrences.ts';
import { type HeldDate, isPausedOn, type Problem, type Recurrence, settingsStart } from './recurrence.ts';

/** How long before its time an occurrence is made. */
export const AHEAD_MS = 30 * DAY_MS;

/** How long before its time an occurrence is skipped permanently when its texts are in their cooldown. */
const LAST_TRY_MS = DAY_MS;

/** What the next step of a recurrence does. */
export type Task = 'replace' | 'release' | 'make' | 'retry';

/** Return what the next step of a recurrence does, or null when nothing is due. */
export function nextTask(recurrence: Recurrence, nowMs: number): Task | null {
  if (recurrence.replacement) return 'replace';
  if (nextToRelease(recurrence, nowMs)) return 'release';
  if (recurrence.status === 'deleting') return null;
  if (nextToMake(recurrence, nowMs)) return 'make';
  const { retry_at } = recurrence;
  return retry_at !== null && Date.parse(retry_at) <= nowMs ? 'retry' : null;
}

/** Return the first date whose held item is released or left out: during a pause, one whose time has passed. */
export function nextToRelease(recurrence: Recurrence, nowMs: number): HeldDate | null {
  const isOver = !recurrence.paused || recurrence.status === 'deleting';
  const isNext = ({ at, is_left_out }: HeldDate) => isOver || is_left_out || Date.parse(at) <= nowMs;
  return recurrence.held?.find(isNext) ?? null;
}

/** Return whether a held item is left out: its time has passed during the pause. */
export function isLeftOut({ paused, status }: Recurrence, { is_left_out }: HeldDate): boolean {
  return is_left_out === true || (paused && status === 'active');
}

/** Return the date from which dates are decided: a change begins again, but not before those that a resumption has left out. */
function nextDate({ next_date, left_out_until = '' }: Recurrence): string {
  return next_date < left_out_until ? left_out_until : next_date;
}

/** Return the first occurrence that is not decided yet, if its time is within 30 days and no pause includes it. */
export function nextToMake(recurrence: Recurrence, nowMs: number): Occurrence | null {
  const from = nextDate(recurrence);
  const end = addDays(dateAt(nowMs + AHEAD_MS, recurrence.time_zone), 1);
  const [first] = from > end ? [] : occurrencesBetween(recurrence, from, end);
  const isDue = first && Date.parse(first.at) <= nowMs + AHEAD_MS && !isPausedOn(recurrence, first.date);
  return isDue ? first : null;
}

/** Return whether an occurrence whose texts are all in their cooldown is tried again later. */
export function mayDefer({ at }: Occurrence, nowMs: number): boolean {
  return Date.parse(at) - nowMs > LAST_TRY_MS;
}

/** Return a recurrence after a step: with the time of the next one. */
export function withNextStep(recurrence: Recurrence, nowMs: number): Recurrence {
  const retry_at = retryTime(recurrence, nowMs);
  const next = { ...recurrence, retry_at };
  return { ...next, due_at: dueTime(next, nowMs) };
}

/** List the dates that are tried again: none that a pause includes. */
export function deferredDates(recurrence: Recurrence): string[] {
  return recurrence.deferred.filter((date) => !isPausedOn(recurrence, date));
}

/** Deferred dates are tried once a day, and a day before each of them. */
function retryTime(recurrence: Recurrence, nowMs: number): string | null {
  const deferred = deferredDates(recurrence);
  if (deferred.length === 0) return null;
  const lastTries = deferred.flatMap((date) => {
    const occurrence = occurrenceOn(recurrence, date);
    return occurrence ? [Date.parse(occurrence.at) - LAST_TRY_MS] : [];
  });
  return formatInstant(Math.max(nowMs + 60_000, Math.min(nowMs + DAY_MS, ...lastTries)));
}

function dueTime(recurrence: Recurrence, nowMs: number): string | null {
  // The change that is saved starts the next step. The sweep continues when the stream has lost it.
  if (nextTask(recurrence, nowMs) !== null) return reprocessAt(formatInstant(nowMs), nowMs);
  const [next] = nextDates(recurrence, nextDate(recurrence), nowMs + AHEAD_MS, 1);
  const makeAt = next && !isPausedOn(recurrence, next.date) ? formatInstant(Date.parse(next.at) - AHEAD_MS) : null;
  // During a pause, a held item is cancelled at its time.
  const endAt = recurrence.paused ? recurrence.held?.[0]?.at : null;
  return [makeAt, recurrence.retry_at, endAt].filter((at) => typeof at === 'string').sort()[0] ?? null;
}

/** Postpone a step that was due: the change starts it. */
export function postponeStep(recurrence: Recurrence, nowMs: number): Recurrence {
  return { ...recurrence, due_at: reprocessAt(formatInstant(nowMs), nowMs) };
}

/** Record that a date is decided: an item was made of it, or it is skipped. */
export function withDecided(recurrence: Recurrence, { date }: Pick<Occurrence, 'date'>): Recurrence {
  const deferred = recurrence.deferred.filter((each) => each !== date);
  const next_date = date < recurrence.next_date ? recurrence.next_date : addDays(date, 1);
  return { ...recurrence, deferred, next_date };
}

/** Record that a date has no item any more, and is decided again. */
export function withUndecided(recurrence: Recurrence, { date }: Pick<Occurrence, 'date'>): Recurrence {
  return date < recurrence.next_date ? { ...recurrence, next_date: date } : recurrence;
}

/** Record why a date has no item. */
export function withProblem(recurrence: Recurrence, { date }: Occurrence, problem: Problem, nowMs: number): Recurrence {
  return { ...recurrence, last_problem: { ...problem, date, at: formatInstant(nowMs) } };
}

/** Record that a date is tried again later. */
export function withDeferred(recurrence: Recurrence, occurrence: Occurrence): Recurrence {
  const decided = withDecided(recurrence, occurrence);
  return { ...decided, deferred: [...decided.deferred, occurrence.date].sort() };
}

/** Record that the occurrences up to a date were compared with the settings; null for none. */
export function withCompared(
  recurrence: Recurrence,
  cursor: string | null,
  counted: { replaced: number; kept: number; held: number },
): Recurrence {
  const { replacement } = recurrence;
  if (!replacement) return recurrence;
  const replaced = replacement.replaced + counted.replaced;
  const kept = replacement.kept + counted.kept;
  const held = (replacement.held ?? 0) + counted.held;
  return { ...recurrence, replacement: { ...replacement, cursor, replaced, kept, held } };
}

/** Record that a pause holds the item of a date until its time, or no longer. */
export function withHeld(recurrence: Recurrence, date: string, at: string | null): Recurrence {
  const others = (recurrence.held ?? []).filter((each) => each.date !== date);
  const held = at === null ? others : [...others, { date, at }];
  return { ...recurrence, held: held.toSorted((one, other) => (one.at < other.at ? -1 : 1)) };
}

/**
 * End a replacement. The dates from which it compared the settings are made by the present ones, unless they have an
 * occurrence.
 */
export function withReplaced(recurrence: Recurrence): Recurrence {
  const { replacement } = recurrence;
  if (!replacement) return recurrence;
  const { from, replaced, kept, held = 0 } = replacement;
  const next_date = settingsStart(replacement) ?? recurrence.next_date;
  return { ...recurrence, replacement: null, next_date, last_change: { from, replaced, kept, held } };
}
