import type { Schemas } from '../../api/client.ts';

export type AuditVerify = Schemas['AuditVerify'];

/** The newest entry of the log at some time, stored outside of the service. */
export interface Head {
  number: number;
  hash: string;
}

/** What a verification has found so far. */
export interface Verification {
  /** The head that was stored earlier and the verification started from, if any. */
  since: Head | null;
  checked: number;
  last: AuditVerify;
}

const BREAKS: Record<NonNullable<AuditVerify['first_broken']>['reason'], string> = {
  altered: 'was modified after it was recorded',
  unlinked: 'does not follow the previous entry; one of the two was replaced',
  missing: 'is missing: it was deleted, or the log was truncated',
  misplaced: 'was moved from another position',
  not_the_head: 'is not the latest entry that the service recorded; it was replaced',
  beyond_the_head: 'was added outside the service, or an older copy of the log was restored',
};

/** Add the next part of a verification to what it has found so far. */
export function continueVerification(sofar: Verification | null, since: Head | null, part: AuditVerify): Verification {
  return { since, checked: (sofar?.checked ?? 0) + part.checked, last: part };
}

/** Return the query of the next part of a verification, or null at its end. */
export function nextPart({ last }: Verification): { from: number; previous_hash: string } | null {
  if (!last.valid || last.complete || last.next === null) return null;
  return { from: last.next, previous_hash: last.hash };
}

/** Whether the verification has ended, and found everything intact. */
export function isIntact(verification: Verification): boolean {
  return verification.last.valid && nextPart(verification) === null;
}

/** Say how far a verification is. */
export function verificationProgress(verification: Verification | null): string {
  if (!verification) return 'Verifying…';
  const { last } = verification;
  return `Verified up to entry ${last.to.toLocaleString('en')} of ${last.head.number.toLocaleString('en')}…`;
}

/** Say what a verification that has ended found. */
export function verificationText({ since, checked, last }: Verification): string {
  if (last.first_broken) return brokenText(last.first_broken, since, checked);
  const count = checked === 1 ? 'The one entry is' : `All ${checked.toLocaleString('en')} entries are`;
  if (!since) return `${count} intact.`;
  if (checked === 0) return `The checkpoint is valid. No entries since entry ${since.number}.`;
  return `${count} intact since the checkpoint (entry ${since.number}).`;
}

function brokenText(
  { number, reason }: NonNullable<AuditVerify['first_broken']>,
  since: Head | null,
  checked: number,
): string {
  if (since && checked === 0 && reason === 'unlinked') {
    return `Entry ${since.number} does not match the checkpoint. The log was rewritten at or before this entry.`;
  }
  if (since && checked === 0 && reason === 'missing') {
    return `The log ends before the checkpoint (entry ${since.number}). It was truncated.`;
  }
  const before = checked > 0 ? ` The ${checked.toLocaleString('en')} entries before it are intact.` : '';
  return `Entry ${number.toLocaleString('en')} ${BREAKS[reason]}.${before}`;
}

/** Read a stored head, `number hash`, as the dashboard copies it. Null for anything else. */
export function parseHead(text: string): Head | null {
  const found = /^\s*(\d{1,9})\s+([0-9a-f]{64})\s*$/.exec(text);
  return found ? { number: Number(found[1]), hash: found[2]! } : null;
}

/** Write a head in the form that `parseHead` reads. */
export function formatHead({ number, hash }: Head): string {
  return `${number} ${hash}`;
}
