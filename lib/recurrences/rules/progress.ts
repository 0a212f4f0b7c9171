import { reprocessAt } from '../../core/retry/reprocessing.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { addDays, dateAt, nextDates, type Occurrence, occurrenceOn, occurrencesBetween } from './occurrences.ts';
import type { Problem, Recurrence } from './recurrence.ts';

/** How long before its time an occurrence is made. */
export const AHEAD_MS = 30 * DAY_MS;

/** How long before its time an occurrence is skipped permanently when its texts are in their cooldown. */
const LAST_TRY_MS = DAY_MS;

/** What the next step of a recurrence does. */
export type Task = 'replace' | 'make' | 'retry';

/** Return what the next step of a recurrence does, or null when nothing is due. */
export function nextTask(recurrence: Recurrence, nowMs: number): Task | null {
  if (recurrence.replacement) return 'replace';
  if (recurrence.paused) return null;
  if (nextToMake(recurrence, nowMs)) return 'make';
  const { retry_at } = recurrence;
  return retry_at !== null && Date.parse(retry_at) <= nowMs ? 'retry' : null;
}

/** Return the first occurrence that is not decided yet, if its time is within 30 days. */
export function nextToMake(recurrence: Recurrence, nowMs: number): Occurrence | null {
  const { next_date, time_zone } = recurrence;
  const end = addDays(dateAt(nowMs + AHEAD_MS, time_zone), 1);
  const [first] = next_date > end ? [] : occurrencesBetween(recurrence, next_date, end);
  return first && Date.parse(first.at) <= nowMs + AHEAD_MS ? first : null;
}

/** Return whether an occurrence whose texts are all in their cooldown is tried again later. */
export function mayDefer({ at }: Occurrence, nowMs: number): boolean {
  return Date.parse(at) - nowMs > LAST_TRY_MS;
}

/** Return a recurrence after a step: with the time of the next one. */
export function withNextStep(recurrence: Recurrence, nowMs: number): Recurrence {
  const retry_at = recurrence.paused ? null : retryTime(recurrence, nowMs);
  const next = { ...recurrence, retry_at };
  return { ...next, due_at: dueTime(next, nowMs) };
}

/** Deferred dates are tried once a day, and a day before each of them. */
function retryTime(recurrence: Recurrence, nowMs: number): string | null {
  const { deferred } = recurrence;
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
  if (recurrence.paused) return null;
  const [next] = nextDates(recurrence, recurrence.next_date, nowMs + AHEAD_MS, 1);
  const makeAt = next ? [formatInstant(Date.parse(next.at) - AHEAD_MS)] : [];
  return [...makeAt, ...(recurrence.retry_at ? [recurrence.retry_at] : [])].sort()[0] ?? null;
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
  counted: { replaced: number; kept: number },
): Recurrence {
  const { replacement } = recurrence;
  if (!replacement) return recurrence;
  const replaced = replacement.replaced + counted.replaced;
  return { ...recurrence, replacement: { ...replacement, cursor, replaced, kept: replacement.kept + counted.kept } };
}

/** End a replacement: the dates from its start are made by the present settings, unless they have an occurrence. */
export function withReplaced(recurrence: Recurrence): Recurrence {
  const { replacement } = recurrence;
  if (!replacement) return recurrence;
  const { from, replaced, kept } = replacement;
  return { ...recurrence, replacement: null, next_date: from, last_change: { from, replaced, kept } };
}
