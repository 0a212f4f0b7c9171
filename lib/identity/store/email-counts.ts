import { sha256 } from '../../core/crypto/sha256.ts';
import type { Increment, Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { entityAttributes, keyOf } from '../../core/table/schema.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import {
  type Invitation,
  invitationEmailLimitError,
  MAX_EMAILS_PER_ADDRESS_AND_DAY,
  MAX_EMAILS_PER_WORKSPACE_AND_DAY,
} from '../rules/invitation.ts';

/**
 * Build the writes that count the email of an invitation, for its address and for the workspace; none for an
 * invitation without an email. They fail with 429 when one of the two has reached its maximum of the day (UTC).
 */
export function invitationEmailCountWrites(invitation: Invitation, nowMs: number): Write[] {
  const { workspace_id, email, mail } = invitation;
  if (mail === 'none') return [];
  const countOf = (recipient: string, limit: number): Write => ({
    ...emailCountWrite(workspace_id, recipient, nowMs),
    ifBelow: { attribute: 'emails', limit },
    onConflict: () => invitationEmailLimitError(nowMs),
  });
  return [countOf(sha256(email), MAX_EMAILS_PER_ADDRESS_AND_DAY), countOf('all', MAX_EMAILS_PER_WORKSPACE_AND_DAY)];
}

/** Build the write that counts an email to a recipient on the day of `nowMs` (UTC). */
export function emailCountWrite(workspaceId: string, recipient: string, nowMs: number): Increment {
  const expires_at_seconds = ((dayOf(nowMs) + 2) * DAY_MS) / 1000;
  return {
    increment: countKey(workspaceId, recipient, nowMs),
    by: { emails: 1 },
    set: { ...entityAttributes('EmailCount'), workspace_id: workspaceId, expires_at_seconds },
  };
}

/** Return how many emails to a recipient were counted on the day of `nowMs` (UTC). */
export async function loadEmailCount(workspaceId: string, recipient: string, nowMs: number): Promise<number> {
  return (await load<{ emails?: number }>(countKey(workspaceId, recipient, nowMs)))?.emails ?? 0;
}

function countKey(workspace_id: string, recipient: string, nowMs: number) {
  return keyOf('EmailCount', { workspace_id, day: dayOf(nowMs), recipient });
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}
