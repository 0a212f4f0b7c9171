import { type Invitation, invitationData, type Mailing } from '../domain/invitation.ts';
import { invitationLink } from '../domain/invitation-mail.ts';
import { settings } from '../settings.ts';
import type { Write } from '../table/commit.ts';
import { invitationTokenWrite } from '../table/invitation.ts';
import { newSecret } from './secret.ts';

/** Whether sending an invitation is followed by a mail in this stage. */
export function mailing(): Mailing {
  return settings().invitationSender === null ? 'none' : 'pending';
}

/**
 * What the answer to a sending says, and what belongs to its change. The token is made when the mail is, by the
 * function on the stream, and nobody but the mail has it. The local stage alone makes one here too, and shows it.
 */
export function sentInvitation(
  invitation: Invitation,
  nowMs: number,
): { body: Record<string, unknown>; writes: Write[] } {
  const { invitation_id, status, expires_at, email, role, permissions, mail } = invitationData(
    invitation,
    nowMs,
  );
  const body = { invitation_id, status, expires_at, email, role, permissions, mail };
  const { showsInvitationTokens, invitationPage } = settings();
  if (!showsInvitationTokens) return { body, writes: [] };
  const token = newSecret();
  const link = invitationPage === null ? {} : { link: invitationLink(invitationPage, token) };
  return { body: { ...body, token, ...link }, writes: [invitationTokenWrite(invitation, token)] };
}
