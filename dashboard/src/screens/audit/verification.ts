import type { Schemas } from '../../api/client.ts';
import { t } from '../../language/texts.ts';

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
  if (!verification) return t('audit.verifying');
  const { last } = verification;
  return t('audit.verifiedUpTo', { number: last.to, last: last.head.number });
}

/** Say what a verification that has ended found. */
export function verificationText({ since, checked, last }: Verification): string {
  if (last.first_broken) return brokenText(last.first_broken, since, checked);
  if (!since) return t('audit.intact', { count: checked });
  return t('audit.intactSince', { count: checked, number: String(since.number) });
}

function brokenText(
  { number, reason }: NonNullable<AuditVerify['first_broken']>,
  since: Head | null,
  checked: number,
): string {
  if (since && checked === 0 && reason === 'unlinked') return t('audit.rewritten', { number: String(since.number) });
  if (since && checked === 0 && reason === 'missing') return t('audit.truncated', { number: String(since.number) });
  const broken = t(`audit.break_${reason}`, { number });
  return checked > 0 ? `${broken} ${t('audit.intactBefore', { count: checked })}` : broken;
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
