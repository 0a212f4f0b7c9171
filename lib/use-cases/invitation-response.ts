import { settings } from '../config/settings.ts';
import { newBearerSecret } from '../crypto/bearer-secret.ts';
import { type InitialMailStatus, type Invitation, toInvitationView } from '../domain/identity/invitation.ts';
import { invitationLink } from '../domain/identity/invitation-email.ts';
import type { Write } from '../table/commit.ts';
import { invitationTokenWrite } from '../table/invitations.ts';

/** Whether sending an invitation is followed by a mail in this stage. */
export function initialMailStatus(): InitialMailStatus {
  return settings().invitationSender === null ? 'none' : 'pending';
}

/**
 * What the answer to a sending says, and what belongs to its change. The token is made when the mail is, by the
 * function on the stream, and nobody but the mail has it. The local stage alone makes one here too, and shows it.
 */
export function invitationResponse(
  invitation: Invitation,
  nowMs: number,
): { body: Record<string, unknown>; writes: Write[] } {
  const { invitation_id, status, expires_at, email, role, permissions, mail } = toInvitationView(
    invitation,
    nowMs,
  );
  const body = { invitation_id, status, expires_at, email, role, permissions, mail };
  const { showsInvitationTokens, invitationPage } = settings();
  if (!showsInvitationTokens) return { body, writes: [] };
  const token = newBearerSecret();
  const link = invitationPage === null ? {} : { link: invitationLink(invitationPage, token) };
  return { body: { ...body, token, ...link }, writes: [invitationTokenWrite(invitation, token)] };
}
