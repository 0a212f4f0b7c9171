import { sha256 } from '../crypto/sha256.ts';
import {
  type Invitation,
  invitationEmailLimitError,
  MAX_EMAILS_PER_ADDRESS_AND_DAY,
  MAX_EMAILS_PER_WORKSPACE_AND_DAY,
} from '../domain/identity/invitation.ts';
import { DAY_MS } from '../domain/timestamps.ts';
import type { Write } from './commit.ts';
import { entityAttributes, keyOf } from './schema.ts';

/**
 * Build the writes that count the email of an invitation, for its address and for the workspace; none for an
 * invitation without an email. They fail with 429 when one of the two has reached its maximum of the day (UTC).
 */
export function invitationEmailCountWrites(invitation: Invitation, nowMs: number): Write[] {
  const { workspace_id, email, mail } = invitation;
  if (mail === 'none') return [];
  const day = Math.floor(nowMs / DAY_MS);
  const expires_at_seconds = ((day + 2) * DAY_MS) / 1000;
  const countOf = (recipient: string, limit: number): Write => ({
    increment: keyOf('InvitationEmailCount', { workspace_id, day, recipient }),
    by: { emails: 1 },
    set: { ...entityAttributes('InvitationEmailCount'), workspace_id, expires_at_seconds },
    ifBelow: { attribute: 'emails', limit },
    onConflict: () => invitationEmailLimitError(nowMs),
  });
  return [countOf(sha256(email), MAX_EMAILS_PER_ADDRESS_AND_DAY), countOf('all', MAX_EMAILS_PER_WORKSPACE_AND_DAY)];
}
