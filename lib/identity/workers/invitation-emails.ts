import { settings } from '../../core/config/settings.ts';
import { queueEmail } from '../../core/email/queue-email.ts';
import { type Invitation, statusOf } from '../rules/invitation.ts';
import { loadInvitation } from '../store/invitations.ts';
import { endOrphanedInvitation } from './removed-members.ts';
import type { InvitationEmailMessage } from './send-invitation-email.ts';

/**
 * Queue the email of an invitation that was sent or resent. The message names the invitation and contains neither its
 * token nor its address. Skips an invitation that has been revoked, accepted or sent again since the change, and revokes
 * one whose inviter has been removed.
 */
export async function onInvitationChanged(
  before: Invitation | null,
  change: Invitation | null,
  nowMs: number,
): Promise<void> {
  if (settings().emailSender === null || change?.status !== 'sent' || change.mail !== 'pending') return;
  // The email worker changes the invitation before each attempt.
  if (before?.mail === 'pending' && before.send_count === change.send_count) return;
  const { workspace_id, id, send_count } = change;
  const invitation = await loadInvitation(workspace_id, id);
  if (invitation?.mail !== 'pending' || invitation.send_count !== send_count) return;
  if (statusOf(invitation, nowMs) !== 'sent' || (await endOrphanedInvitation(invitation, nowMs))) return;
  const message: InvitationEmailMessage = { kind: 'invitation', workspace_id, invitation_id: id, send_count };
  await queueEmail(message, workspace_id);
}
