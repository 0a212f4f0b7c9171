import type { Content, Target } from '../../content/rules/content.ts';
import { presentTargets } from '../../content/rules/content-targets.ts';
import { withMediaReferences } from '../../content/rules/media-references.ts';
import type { Cancellation } from '../../content/rules/reported-changes.ts';
import { type ScheduledLocal, toLocalView } from '../../content/rules/scheduled-local.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { pick } from '../../core/values/pick.ts';
import type { Occurrence } from './occurrences.ts';
import {
  isPausedOn,
  POST_FIELDS,
  type Problem,
  type Recurrence,
  type RecurringPost,
  settingsStart,
} from './recurrence.ts';

/**
 * The outcome of one date of a recurrence, once: the item that was made, or why there is none. It stays when a person
 * deletes the item, so that the date is not made again.
 */
export interface MadeOccurrence {
  recurrence_id: string;
  workspace_id: string;
  date: string;
  at: string;
  /** Null if no item was made. */
  content_id: string | null;
  /** The position of its text among the variations; 0 without variations. */
  variation: number;
  /** The hash of the item as it was made; null if none was. */
  made_hash: string | null;
  /** The hash of its post with the names of saved mentions in place of their handles. Absent where it has none. */
  settings_hash?: string;
  problem: Problem | null;
  created_at: string;
}

type Texts = Pick<Recurrence, 'description' | 'variations'>;

/** List the positions of the texts of an occurrence, in the order in which they are tried: from that of its number. */
export function variationsFor({ variations, cooldown_posts }: Recurrence, number: number): number[] {
  const count = Math.max(1, variations.length);
  const first = ((number % count) + count) % count;
  if (cooldown_posts === null) return [first];
  return Array.from({ length: count }, (_, index) => (first + index) % count);
}

/** Return the post of an occurrence with one of the texts. */
export function postOf(recurrence: Recurrence, variation: number): RecurringPost {
  return { ...pick(recurrence, ...POST_FIELDS), description: textOf(recurrence, variation) };
}

function textOf({ description, variations }: Texts, variation: number): string | null {
  return variations.length === 0 ? description : variations[variation % variations.length]!;
}

/** Compute the hash of an item as it is made, which every change by a person differs from. */
export function madeHash(post: RecurringPost, { local }: Pick<Occurrence, 'local'>): string {
  return hashOf(post, local);
}

// The local time, and not the instant: an operator gives it another one when the rules of the time zone change.
function hashOf(post: RecurringPost, local: ScheduledLocal | null): string {
  const { media, thread, platform_options, ...rest } = withMediaReferences(post as Content);
  const fields = pick({ ...rest, media, thread, platform_options }, ...POST_FIELDS);
  return sha256(canonicalJson([fields, toLocalView(local)]));
}

/**
 * Return whether no person has changed an item since it was made: every target is pending at its local time, or was
 * cancelled with its account, and no field, approval or target was changed.
 */
export function isUntouched(content: Content, made: Pick<MadeOccurrence, 'made_hash'>): boolean {
  return isUnchanged(content, made, (target) => target.status === 'pending' || lostAccount(content, target));
}

/** Return whether the pause of its recurrence has cancelled an item that no person has changed since it was made. */
export function isLeftOutByPause(content: Content, made: Pick<MadeOccurrence, 'made_hash'>): boolean {
  return isUnchanged(content, made, (target) => wasCancelled(content, target, 'recurrence_paused'));
}

function isUnchanged(
  content: Content,
  { made_hash }: Pick<MadeOccurrence, 'made_hash'>,
  isPlanned: (target: Target) => boolean,
): boolean {
  const targets = Object.values(presentTargets(content));
  if (targets.length === 0 || !targets.every(isPlanned) || content.approval !== null || content.queue !== null)
    return false;
  const post = pick(content, ...POST_FIELDS);
  return targets.every(({ scheduled_local }) => hashOf(post, scheduled_local ?? null) === made_hash);
}

/** Return whether a target was cancelled because its account was deleted. */
function lostAccount(content: Content, target: Target): boolean {
  return wasCancelled(content, target, 'account_deleted');
}

function wasCancelled(
  { last_cancellation }: Content,
  { status, schedule_id }: Target,
  reason: Cancellation['reason'],
): boolean {
  if (status !== 'cancelled' || last_cancellation?.reason !== reason) return false;
  return last_cancellation.schedule_ids.includes(schedule_id);
}

/** Return whether an item has lost an account that its recurrence names. */
function lacksNamedAccount({ accounts }: Recurrence, content: Content): boolean {
  const lost = Object.values(presentTargets(content)).filter((target) => lostAccount(content, target));
  return lost.some(({ account_id }) => accounts.some(({ id }) => id === account_id));
}

/**
 * Return whether the account of every target of an item was deleted, and another item can be made in its place: the
 * recurrence names none of these accounts.
 */
export function lostEveryAccount(recurrence: Recurrence, content: Content): boolean {
  const targets = Object.values(presentTargets(content));
  return targets.every((target) => lostAccount(content, target)) && !lacksNamedAccount(recurrence, content);
}

/** What to do with an occurrence after a change: nothing, count it as changed by a person, make it again, or hold it. */
export type Decision = 'same' | 'kept' | 'replaced' | 'held';

/**
 * Decide about an occurrence that was made before the settings changed. `planned`: the same date by the present settings;
 * null when it is none any more. `content`: its item; null when it was deleted, which counts as a change.
 */
export function decide(
  recurrence: Recurrence,
  made: MadeOccurrence,
  planned: Occurrence | null,
  content: Content | null,
): Decision {
  const settingsFrom = recurrence.replacement && settingsStart(recurrence.replacement);
  // A recurrence that is deleted keeps no date, also not those before the deletion that are still to be sent.
  const isCompared = recurrence.status === 'deleting' || (settingsFrom !== null && made.date >= settingsFrom);
  // A date without an item is tried again.
  if (made.content_id === null) return isCompared ? 'replaced' : 'same';
  if (!content || !isUntouched(content, made)) return 'kept';
  if (isCompared && !hasSettings(recurrence, made, planned, content)) {
    // No other item could be made, and this one may still have targets on other accounts.
    return planned !== null && lacksNamedAccount(recurrence, content) ? 'kept' : 'replaced';
  }
  const isToBeHeld = isPausedOn(recurrence, made.date) && content.recurrence?.held_at === undefined;
  return isToBeHeld ? 'held' : 'same';
}

/** Return whether an item is as the present settings would make it. */
function hasSettings(
  recurrence: Recurrence,
  made: MadeOccurrence,
  planned: Occurrence | null,
  content: Content,
): boolean {
  return (
    planned !== null &&
    (made.settings_hash ?? made.made_hash) === madeHash(keptPost(recurrence, made, planned), planned) &&
    Object.values(presentTargets(content)).every(
      ({ status, scheduled_at }) => status === 'pending' && scheduled_at === planned.at,
    )
  );
}

/** With a cooldown, the text that was chosen counts; otherwise that of the number. */
function keptPost(recurrence: Recurrence, made: MadeOccurrence, planned: Occurrence): RecurringPost {
  const isChosen = recurrence.cooldown_posts !== null;
  return postOf(recurrence, isChosen ? made.variation : variationsFor(recurrence, planned.number)[0]!);
}
