import { fieldError } from '../../core/problems/request-errors.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { ownerRequired } from '../../identity/problems.ts';
import { recurrenceChanging } from '../problems.ts';
import { addDays, dateAt, numberAt, occurrencesBetween } from './occurrences.ts';
import { AHEAD_MS } from './progress.ts';
import {
  assertSmall,
  type HeldDate,
  MAX_START_DAYS,
  POST_FIELDS,
  type Recurrence,
  type RecurrenceSettings,
  settingsStart,
} from './recurrence.ts';

type Changes = { [Name in keyof RecurrenceSettings]?: RecurrenceSettings[Name] | undefined };

/**
 * Change a recurrence from a date on; absent settings stay. Occurrences before the date stay as they are, and those from
 * it are replaced in steps. A changed rule begins on that date. A pause alone compares no settings: the occurrences keep
 * those by which they were made. Returns the recurrence itself when nothing changes. Throws 422 for a date whose earlier
 * occurrences are not made yet, and 409 while those are still replaced that an earlier change began with: they would have
 * the new settings.
 */
export function editRecurrence(
  before: Recurrence,
  changes: Changes,
  from: string | undefined,
  nowMs: number,
): Recurrence {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const today = dateAt(nowMs, changes.time_zone ?? before.time_zone);
  const start = from !== undefined && from > today ? from : today;
  // A pause that begins later is brought forward.
  const isEarlierPause = changes.paused === true && start < (before.paused_from ?? '') && before.paused;
  // So is a resumption, by a request for it: one that only sends back all settings changes nothing.
  const isEarlierResumption =
    changes.paused === false &&
    !before.paused &&
    start < (before.left_out_until ?? '') &&
    (from !== undefined || given.length === 1);
  const isOther = ([name, value]: [string, unknown]) =>
    (name === 'paused' && (isEarlierPause || isEarlierResumption)) ||
    canonicalJson(value) !== canonicalJson(before[name as keyof Recurrence]);
  const names = given.filter(isOther).map(([name]) => name);
  // Settings that count from a later date are given to the dates before it.
  const isEarlierChange = from !== undefined && changes.paused === undefined && start < (before.settings_since ?? '');
  if (names.length === 0 && !isEarlierChange) return before;
  const changed: Recurrence = { ...before, ...Object.fromEntries(given), updated_at: formatInstant(nowMs) };
  assertSmall(changed);
  if (names.every((name) => name === 'name') && !isEarlierChange) return changed;
  const edited = names.includes('paused') ? withPauseFrom(changed, start > today ? start : null) : changed;
  const isResumed = names.includes('paused') && !edited.paused;
  const turned = isResumed ? resume(withoutLeftOut(edited, start, nowMs), start, today, nowMs) : edited;
  if (isResumed && names.every((name) => name === 'name' || name === 'paused')) return turned;
  assertStart(before, start, today);
  const changesSettings = isEarlierChange || names.some((name) => name !== 'name' && name !== 'paused');
  const isOtherRule = names.includes('rule') || names.includes('starts_on');
  if (changesSettings && !isOtherRule) assertWithinRule(before, start);
  const ruled = isOtherRule ? withRuleFrom(before, turned, start, names) : turned;
  return startReplacement(ruled, start, changesSettings ? start : null);
}

/** Set the date on which a pause begins; null for one that includes all dates, and for none. */
function withPauseFrom({ paused_from: _, ...recurrence }: Recurrence, from: string | null): Recurrence {
  return from !== null && recurrence.paused ? { ...recurrence, paused_from: from } : recurrence;
}

/** Return whether a change concerns what is published. */
export function hasOtherPost(before: Recurrence, after: Recurrence): boolean {
  const postOf = (recurrence: Recurrence) => canonicalJson(pick(recurrence, ...POST_FIELDS, 'variations'));
  return postOf(before) !== postOf(after);
}

/**
 * Take back that a resumption has left out the dates from `start` on: those that are still held are released as others,
 * those whose items were cancelled are looked at as if they were held, and those without an item are made.
 */
function withoutLeftOut(recurrence: Recurrence, start: string, nowMs: number): Recurrence {
  const { left_out_until: leftOutUntil = '', next_date, held = [] } = recurrence;
  if (start >= leftOutUntil) return recurrence;
  const now = formatInstant(nowMs);
  // No date after it has an item.
  const horizon = dateAt(nowMs + AHEAD_MS, recurrence.time_zone);
  const last = addDays(leftOutUntil, -1) < horizon ? addDays(leftOutUntil, -1) : horizon;
  const isAgain = ({ date, at }: HeldDate) => date >= start && at > now;
  const kept = held.map(({ is_left_out, ...each }) =>
    is_left_out && !isAgain(each) ? { ...each, is_left_out } : each,
  );
  const cancelled = occurrencesBetween(recurrence, start, last)
    .map(({ date, at }) => ({ date, at }))
    .filter((each) => isAgain(each) && !held.some(({ date }) => date === each.date));
  return {
    ...recurrence,
    held: [...kept, ...cancelled].toSorted((one, other) => (one.at < other.at ? -1 : 1)),
    next_date: start < next_date ? start : next_date,
  };
}

/** Resume a recurrence on a date: its held items are released, but for those whose time has passed, or is before the date. */
function resume({ left_out_until: _, ...edited }: Recurrence, start: string, today: string, nowMs: number): Recurrence {
  assertNear(start, today);
  // What is not held yet, or is made again, could not be left out.
  if (start > today) assertFinished(edited, start);
  const now = formatInstant(nowMs);
  const isLeftOut = ({ date, at }: HeldDate) => at <= now || (start > today && date < start);
  const held = (edited.held ?? []).map((each) => (isLeftOut(each) ? { ...each, is_left_out: true as const } : each));
  const last_change = { from: start, replaced: 0, kept: 0, held: 0 };
  if (start === today) return { ...edited, held, last_change };
  const deferred = edited.deferred.filter((date) => date >= start);
  return { ...edited, held, last_change, deferred, left_out_until: start };
}

/**
 * Make an owner the creator of a recurrence, and of its next items. Throws 403 for another role, and 422 while its creator
 * is a member: an author could approve what they have written as that of another.
 */
export function takeOverRecurrence(
  recurrence: Recurrence,
  { userId, role }: { userId: string; role: string },
  hasCreator: boolean,
  nowMs: number,
): Recurrence {
  if (role !== 'owner') throw ownerRequired('Only an owner can take over a recurrence.');
  if (recurrence.created_by === userId) return recurrence;
  if (hasCreator) throw fieldError('/take_over', 'has_creator', 'The creator of the recurrence is still a member.');
  return { ...recurrence, created_by: userId, updated_at: formatInstant(nowMs) };
}

/** Throw for a change from a date before which occurrences would change too. */
function assertStart(before: Recurrence, start: string, today: string): void {
  if (start === today) return;
  assertNear(start, today);
  assertFinished(before, start);
  const undecided = before.next_date > today ? before.next_date : today;
  const [first] = start > undecided ? occurrencesBetween(before, undecided, addDays(start, -1)) : [];
  if (!first) return;
  const detail = `Must be at most ${first.date}: earlier occurrences are not made yet.`;
  throw fieldError('/from', 'date_too_late', detail);
}

/** Throw for a change from a date before the present rule, which has no dates there: those of the former one would be lost. */
function assertWithinRule({ starts_on, first_number }: Recurrence, start: string): void {
  if (first_number === 0 || start >= starts_on) return;
  const detail = `Must be at least ${starts_on}, on which the present rule begins. For earlier dates, send a rule too.`;
  throw fieldError('/from', 'date_before_rule', detail);
}

/** Throw 409 while an earlier change still decides about occurrences before a date. */
function assertFinished({ replacement }: Recurrence, start: string): void {
  if (!replacement || replacement.from >= start) return;
  const detail = `The change from ${replacement.from} on is not finished yet. Repeat the request in a few seconds.`;
  throw recurrenceChanging(detail);
}

function assertNear(start: string, today: string): void {
  if (start <= addDays(today, MAX_START_DAYS)) return;
  throw fieldError('/from', 'date_too_late', `Must be at most ${MAX_START_DAYS} days from today.`);
}

/** Begin the rule of a recurrence on a date, with the number that the former rule has reached. */
function withRuleFrom(before: Recurrence, edited: Recurrence, start: string, names: string[]): Recurrence {
  // A rule that has not begun begins as planned. One that replaces another one leaves no dates out.
  const asked = names.includes('starts_on') || (before.starts_on > start && before.first_number === 0);
  const starts_on = asked ? edited.starts_on : start;
  return { ...edited, starts_on, first_number: numberAt(before, start) };
}

/**
 * Have the occurrences from a date compared, and those from `settingsFrom` on with the settings; null for none. A comparison
 * that is not finished is extended.
 */
function startReplacement(recurrence: Recurrence, from: string, settingsFrom: string | null): Recurrence {
  const open = recurrence.replacement;
  const start = open && open.from < from ? open.from : from;
  const settings_from = earliest(open && settingsStart(open), settingsFrom);
  const replacement = { from: start, cursor: null, replaced: 0, kept: 0, held: 0, settings_from };
  if (settings_from === null) return { ...recurrence, replacement };
  const deferred = recurrence.deferred.filter((date) => date < settings_from);
  return { ...recurrence, replacement, deferred, last_problem: null, settings_since: settings_from };
}

function earliest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/**
 * Delete a recurrence in steps: first its upcoming occurrences that are unchanged, unless they are kept, then what a pause
 * holds is released.
 */
export function startDeletion(recurrence: Recurrence, upcoming: 'delete' | 'keep', nowMs: number): Recurrence {
  const today = dateAt(nowMs, recurrence.time_zone);
  const released = resume(recurrence, today, today, nowMs);
  const deleting = { ...released, status: 'deleting' as const, updated_at: formatInstant(nowMs) };
  return upcoming === 'keep' ? { ...deleting, replacement: null } : startReplacement(deleting, today, today);
}
