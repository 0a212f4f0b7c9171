import { settings } from '../../core/config/settings.ts';
import { newBearerSecret } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { type InitialMailStatus, type Invitation, toInvitationView } from '../rules/invitation.ts';
import { invitationLink } from '../rules/invitation-email.ts';
import { invitationTokenWrite } from '../store/invitations.ts';

/** Return the mail status of a new invitation: `none` in a stage that sends no email. */
export function initialMailStatus(): InitialMailStatus {
  return settings().emailSender === null ? 'none' : 'pending';
}

/**
 * Build the response to sending an invitation, and the writes that belong to it. A stream handler creates the token
 * together with the email, which is its only copy. Only the local stage creates a token here and returns it.
 */
export function invitationResponse(
  invitation: Invitation,
  nowMs: number,
): { body: Record<string, unknown>; writes: Write[] } {
  const { invitation_id, status, expires_at, email, role, permissions, mail } = toInvitationView(invitation, nowMs);
  const body = { invitation_id, status, expires_at, email, role, permissions, mail };
  const { showsInvitationTokens, invitationPage } = settings();
  if (!showsInvitationTokens) return { body, writes: [] };
  const token = newBearerSecret();
  const link = invitationPage === null ? {} : { link: invitationLink(invitationPage, token) };
  return { body: { ...body, token, ...link }, writes: [invitationTokenWrite(invitation, token)] };
}
