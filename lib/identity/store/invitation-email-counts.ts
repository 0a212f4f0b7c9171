import { sha256 } from '../../core/crypto/sha256.ts';
import { emailCountWrite } from '../../core/email/email-counts.ts';
import type { Write } from '../../core/table/commit.ts';
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
