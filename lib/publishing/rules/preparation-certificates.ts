import { requiresProof } from '../../content/rules/approval/approval-proof.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import type { Known } from './step.ts';

type State = NonNullable<ScheduleEntry['prepared_state']>;

/** Whether the certificate of a prepared state is valid, by `stateKey`. */
export type KnownCertificates = ReadonlyMap<string, boolean>;

const NONE: KnownCertificates = new Map();

/** Return the key of a prepared state, with its certificate, among the known ones. */
export function stateKey(state: State): string {
  return canonicalJson(state);
}

/** List the prepared states of an entry whose certificates were not verified yet: its own, and those of its earlier sends. */
export function certificatesToRead(
  { prepared_state, unconfirmed_send }: ScheduleEntry,
  known: KnownCertificates = NONE,
): State[] {
  const ofSends = (unconfirmed_send?.sends ?? []).map((send) => send.prepared_state);
  return [prepared_state, ...ofSends].filter((state) => !!state).filter((state) => !known.has(stateKey(state)));
}

/** Return whether certificates have to be verified before what an entry has prepared is used. */
export function lacksCertificates(known: Known, entry: ScheduleEntry): boolean {
  return requiresCertificates(known) && certificatesToRead(entry, known.certificates).length > 0;
}

/**
 * Return whether a prepared state may be used. Where a person has to sign what is sent, it must have the certificate of the
 * publish function: it contains texts and ids of files, and anything may have written to the table.
 */
export function isUsable(known: Known, state: State | null | undefined): boolean {
  return !requiresCertificates(known) || !state || known.certificates?.get(stateKey(state)) === true;
}

/** Nothing is used without an account that can publish. */
function requiresCertificates({ content, settings, access }: Known): boolean {
  return access?.state === 'usable' && requiresProof(content!, settings!);
}
