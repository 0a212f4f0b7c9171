import type { Content } from '../../content/rules/content.ts';
import { assertSmallContent } from '../../content/rules/content-size.ts';
import { assertAccountsOfPlatforms } from '../../content/rules/content-targets.ts';
import { assertFewFiles } from '../../content/rules/media-references.ts';
import { ApiError, fieldError } from '../../core/problems/api-error.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { addDays, type Calendar, dateAt, nextDates, numberAt, occurrencesBetween } from './occurrences.ts';

export const MAX_RECURRENCES = 100;
export const MAX_VARIATIONS = 20;
export const MAX_EXCLUDED_DATES = 366;
export const MAX_COOLDOWN_POSTS = 50;
/** How far the first date may be from today, in days. */
export const MAX_START_DAYS = 366;

// An item of the table has at most 400 KB: the post itself has up to 280.
const MAX_VARIATION_BYTES = 80_000;

/**
 * The fields of an item that a recurrence has. A further one changes the hashes of all items that exist, which then count as
 * changed by a person: leave it out of `hashOf` while it has its default.
 */
export const POST_FIELDS = [
  'title',
  'description',
  'platforms',
  'accounts',
  'media',
  'thread',
  'first_comment',
  'platform_options',
  'labels',
  'campaign',
  'metadata',
] as const satisfies (keyof Content)[];
export type RecurringPost = Pick<Content, (typeof POST_FIELDS)[number]>;

/** Why an occurrence was not made. */
export interface Problem {
  code: string;
  detail: string;
}

/** The outcome of the upcoming occurrences after a change: made again, or kept because a person changed them. */
export interface LastChange {
  from: string;
  replaced: number;
  kept: number;
}

/** What the requests for a recurrence set. */
export interface RecurrenceSettings extends RecurringPost {
  name: string | null;
  /** Texts in rotation, in place of `description`. */
  variations: string[];
  rule: string;
  starts_on: string;
  time: string;
  time_zone: string;
  excluded_dates: string[];
  /** How many posts of an account are between two with the same text. Null: the rotation does not look at other posts. */
  cooldown_posts: number | null;
  paused: boolean;
}

/** A recurrence: a post, and the rule by which items are made of it. */
export interface Recurrence extends RecurrenceSettings, Calendar {
  id: string;
  workspace_id: string;
  status: 'active' | 'deleting';
  /** The first date that is not decided yet. */
  next_date: string;
  /** The change of the occurrences that were made before the settings changed; `cursor` is the last date that is done. */
  replacement: (LastChange & { cursor: string | null }) | null;
  /** Dates whose texts were all in their cooldown, and which are tried again until a day before. */
  deferred: string[];
  retry_at: string | null; // When they are tried again.
  last_problem: (Problem & { date: string; at: string }) | null;
  last_change: LastChange | null;
  due_at: string | null; // When the next step is due; null when there is none.
  created_by: string;
  created_at: string;
  updated_at: string;
  version: number;
}

/** Create a recurrence, before its first step. Throws 422 for a rule without a date in the future. */
export function newRecurrence(
  settings: RecurrenceSettings,
  owner: { id: string; workspaceId: string; userId: string },
  nowMs: number,
): Recurrence {
  assertSmall(settings);
  const now = formatInstant(nowMs);
  const calendar = { ...settings, first_number: 0 };
  const [first] = nextDates(calendar, settings.starts_on, nowMs, 1);
  if (!first) throw fieldError('/rule', 'no_occurrences', 'The rule has no date in the future.');
  return {
    id: owner.id,
    workspace_id: owner.workspaceId,
    ...calendar,
    // The first item has the first text, also when an earlier date of the rule has passed.
    first_number: -numberAt(calendar, first.date),
    status: 'active',
    next_date: first.date,
    replacement: null,
    deferred: [],
    retry_at: null,
    last_problem: null,
    last_change: null,
    due_at: null,
    created_by: owner.userId,
    created_at: now,
    updated_at: now,
    version: 0,
  };
}

/** Throw 422 for a post with too many files, with an account of another platform, and for too many bytes. */
function assertSmall(settings: RecurrenceSettings): void {
  assertAccountsOfPlatforms(settings);
  assertFewFiles(settings);
  assertSmallContent(settings);
  if (Buffer.byteLength(JSON.stringify(settings.variations)) <= MAX_VARIATION_BYTES) return;
  const detail = `The variations must have at most ${MAX_VARIATION_BYTES} bytes as JSON together.`;
  throw fieldError('/variations', 'content_too_large', detail);
}

type Changes = { [Name in keyof RecurrenceSettings]?: RecurrenceSettings[Name] | undefined };

/**
 * Change a recurrence from a date on; absent settings stay. Occurrences before the date stay as they are, and those from
 * it are replaced in steps. A changed rule begins on that date. Returns the recurrence itself when nothing changes. Throws
 * 422 for a date whose earlier occurrences are not made yet, and 409 while those are still replaced that an earlier change
 * began with: they would have the new settings.
 */
export function editRecurrence(
  before: Recurrence,
  changes: Changes,
  from: string | undefined,
  nowMs: number,
): Recurrence {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const names = given
    .filter(([name, value]) => canonicalJson(value) !== canonicalJson(before[name as keyof Recurrence]))
    .map(([name]) => name);
  if (names.length === 0) return before;
  const edited: Recurrence = { ...before, ...Object.fromEntries(given), updated_at: formatInstant(nowMs) };
  assertSmall(edited);
  if (names.every((name) => name === 'name')) return edited;
  const today = dateAt(nowMs, edited.time_zone);
  const start = from !== undefined && from > today ? from : today;
  assertStart(before, start, today);
  const isOtherRule = names.includes('rule') || names.includes('starts_on');
  return startReplacement(isOtherRule ? withRuleFrom(before, edited, start, names) : edited, start);
}

/** Throw for a change from a date before which occurrences would change too. */
function assertStart(before: Recurrence, start: string, today: string): void {
  if (start === today) return;
  if (start > addDays(today, MAX_START_DAYS)) {
    throw fieldError('/from', 'date_too_late', `Must be at most ${MAX_START_DAYS} days from today.`);
  }
  if (before.replacement && before.replacement.from < start) {
    const detail = `The change from ${before.replacement.from} on is not finished yet. Repeat the request in a few seconds.`;
    throw new ApiError('recurrence_changing', detail);
  }
  if (!before.paused && hasUndecided(before, start)) {
    const detail = `Must be at most ${before.next_date}: earlier occurrences are not made yet.`;
    throw fieldError('/from', 'date_too_late', detail);
  }
}

/** Return whether an occurrence before a date is not decided yet. */
function hasUndecided(before: Recurrence, date: string): boolean {
  const { next_date } = before;
  return date > next_date && occurrencesBetween(before, next_date, addDays(date, -1)).length > 0;
}

/** Begin the rule of a recurrence on a date, with the number that the former rule has reached. */
function withRuleFrom(before: Recurrence, edited: Recurrence, start: string, names: string[]): Recurrence {
  const asked = names.includes('starts_on') || before.starts_on > start;
  const starts_on = asked ? edited.starts_on : start;
  return { ...edited, starts_on, first_number: numberAt(before, start) };
}

/** Have the occurrences from a date compared with the settings. A replacement that is not finished is extended. */
function startReplacement(recurrence: Recurrence, from: string): Recurrence {
  const open = recurrence.replacement;
  const start = open && open.from < from ? open.from : from;
  const replacement = { from: start, cursor: null, replaced: 0, kept: 0 };
  const deferred = recurrence.deferred.filter((date) => date < start);
  return { ...recurrence, replacement, deferred, last_problem: null };
}

/** Delete a recurrence in steps: first its upcoming occurrences that are unchanged. */
export function startDeletion(recurrence: Recurrence, nowMs: number): Recurrence {
  const deleting = { ...recurrence, status: 'deleting' as const, updated_at: formatInstant(nowMs) };
  return startReplacement(deleting, dateAt(nowMs, recurrence.time_zone));
}
