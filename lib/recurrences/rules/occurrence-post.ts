import type { Content } from '../../content/rules/content.ts';
import { presentTargets } from '../../content/rules/content-targets.ts';
import { withMediaReferences } from '../../content/rules/media-references.ts';
import { type ScheduledLocal, toLocalView } from '../../content/rules/scheduled-local.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { pick } from '../../core/values/pick.ts';
import type { Occurrence } from './occurrences.ts';
import { POST_FIELDS, type Problem, type Recurrence, type RecurringPost } from './recurrence.ts';

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
export function madeHash(recurrence: Recurrence, { local }: Pick<Occurrence, 'local'>, variation: number): string {
  return hashOf(postOf(recurrence, variation), local);
}

// The local time, and not the instant: an operator gives it another one when the rules of the time zone change.
function hashOf(post: RecurringPost, local: ScheduledLocal | null): string {
  const { media, thread, platform_options, ...rest } = withMediaReferences(post as Content);
  const fields = pick({ ...rest, media, thread, platform_options }, ...POST_FIELDS);
  return sha256(canonicalJson([fields, toLocalView(local)]));
}

/**
 * Return whether an item is still as it was made: every target is pending at its local time, and no field, approval or
 * target was changed.
 */
export function isUntouched(content: Content, { made_hash }: Pick<MadeOccurrence, 'made_hash'>): boolean {
  const targets = Object.values(presentTargets(content));
  const isPending = targets.every(({ status }) => status === 'pending');
  if (content.status !== 'scheduled' || !isPending || content.approval !== null || content.queue !== null) return false;
  const post = pick(content, ...POST_FIELDS);
  return targets.every(({ scheduled_local }) => hashOf(post, scheduled_local ?? null) === made_hash);
}

/** What to do with an occurrence after a change: nothing, count it as changed by a person, or make it again. */
export type Decision = 'same' | 'kept' | 'replaced';

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
  // A date without an item is tried again.
  if (made.content_id === null) return 'replaced';
  if (!content || !isUntouched(content, made)) return 'kept';
  const isSame =
    planned !== null &&
    made.made_hash === madeHash(recurrence, planned, keptVariation(recurrence, made, planned)) &&
    Object.values(presentTargets(content)).every(({ scheduled_at }) => scheduled_at === planned.at);
  return isSame ? 'same' : 'replaced';
}

/** With a cooldown, the text that was chosen counts; otherwise that of the number. */
function keptVariation(recurrence: Recurrence, made: MadeOccurrence, planned: Occurrence): number {
  return recurrence.cooldown_posts === null ? variationsFor(recurrence, planned.number)[0]! : made.variation;
}
