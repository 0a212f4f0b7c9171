import { requiresProof } from '../../content/rules/approval-proof.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import type { Known } from './step.ts';

type State = NonNullable<ScheduleEntry['prepared_state']>;

/** Whether the seal of a prepared state is valid, by `stateKey`. */
export type KnownSeals = ReadonlyMap<string, boolean>;

const NONE: KnownSeals = new Map();

/** Return the key of a prepared state, with its seal, among the known ones. */
export function stateKey(state: State): string {
  return canonicalJson(state);
}

/** List the prepared states of an entry whose seals were not verified yet: its own, and those of its earlier sends. */
export function sealsToRead({ prepared_state, unconfirmed_send }: ScheduleEntry, known: KnownSeals = NONE): State[] {
  const ofSends = (unconfirmed_send?.sends ?? []).map((send) => send.prepared_state);
  return [prepared_state, ...ofSends].filter((state) => !!state).filter((state) => !known.has(stateKey(state)));
}

/** Return whether seals have to be verified before what an entry has prepared is used. */
export function lacksSeals(known: Known, entry: ScheduleEntry): boolean {
  return requiresSeals(known) && sealsToRead(entry, known.seals).length > 0;
}

/**
 * Return whether a prepared state may be used. Where a person has to sign what is sent, it must have the seal of the publish
 * function: it contains texts and ids of files, and the table may have been written by anything.
 */
export function isUsable(known: Known, state: State | null | undefined): boolean {
  return !requiresSeals(known) || !state || known.seals?.get(stateKey(state)) === true;
}

/** Nothing is used without an account that can publish. */
function requiresSeals({ content, settings, access }: Known): boolean {
  return access?.state === 'usable' && requiresProof(content!, settings!);
}
