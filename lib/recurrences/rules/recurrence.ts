import { assertSmallContent } from '../../content/rules/change/content-size.ts';
import type { Content } from '../../content/rules/content.ts';
import { assertAccountsOfPlatforms } from '../../content/rules/content-targets.ts';
import { assertFewFiles } from '../../content/rules/media-references.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { type Calendar, nextDates } from './occurrences.ts';

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

/** The outcome of the upcoming occurrences after a change: made again, held, or kept because a person changed them. */
export interface LastChange {
  from: string;
  replaced: number;
  kept: number;
  held?: number; // Absent in changes of earlier versions.
}

/** A date whose item a pause holds. `is_left_out`: its time had passed when the recurrence was resumed. */
export interface HeldDate {
  date: string;
  at: string;
  is_left_out?: true;
}

/**
 * The comparison of the occurrences from a date on, in steps; `cursor` is the last date that is done. Those from
 * `settings_from` on are compared with the settings; null for a pause, which changes none. Absent: `from`.
 */
export interface Replacement extends LastChange {
  cursor: string | null;
  settings_from?: string | null;
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
  /** The change of the occurrences that were made before the settings changed. */
  replacement: Replacement | null;
  /** The date from which the present settings count. Absent: all dates. */
  settings_since?: string;
  /** The date from which a pause counts that begins later; the dates before it are made as without a pause. Absent: all. */
  paused_from?: string;
  /** The date before which a resumption has left dates out. Absent: none. */
  left_out_until?: string;
  /** The dates whose items a pause holds, in order. Absent: none. */
  held?: HeldDate[];
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
export function assertSmall(settings: RecurrenceSettings): void {
  assertAccountsOfPlatforms(settings);
  assertFewFiles(settings);
  assertSmallContent(settings);
  if (Buffer.byteLength(JSON.stringify(settings.variations)) <= MAX_VARIATION_BYTES) return;
  const detail = `The variations must have at most ${MAX_VARIATION_BYTES} bytes as JSON together.`;
  throw fieldError('/variations', 'content_too_large', detail);
}

/** Return whether a recurrence is paused on a date. */
export function isPausedOn(
  { paused, paused_from = '' }: Pick<Recurrence, 'paused' | 'paused_from'>,
  date: string,
): boolean {
  return paused && date >= paused_from;
}

/** Return from which date on a replacement compares occurrences with the settings; null for none. */
export function settingsStart({ from, settings_from = from }: Replacement): string | null {
  return settings_from;
}
