import { randomBytes } from 'node:crypto';
import { dashboardOriginOfWorker } from '../../core/config/origins.ts';
import { settings } from '../../core/config/settings.ts';
import { sendEmail } from '../../core/email/send-email.ts';
import { commit, tryCommit } from '../../core/table/commit.ts';
import { buildInvitationEmail, invitationLink } from '../emails/invitation-email.ts';
import { hasEmailLease, type Invitation, statusOf, withEmailLease, withoutEmailLease } from '../rules/invitation.ts';
import { loadEmailLook } from '../steps/email-look.ts';
import { invitationTokenWrite, invitationWrite, loadInvitation } from '../store/invitations.ts';
import { loadMember } from '../store/members.ts';

/** Names one email of an invitation: `send_count` is the number of times that the invitation was sent. */
export interface InvitationEmailMessage {
  kind: 'invitation';
  workspace_id: string;
  invitation_id: string;
  send_count: number;
}

/**
 * Send the email of an invitation with a new token. Only the email contains the token; the table stores its hash.
 *
 * The token and a lease are committed before SES is called, so of two workers with the same message one sends and the
 * other throws. A second email, with another token, is sent only when the worker ends after SES accepted the first and
 * before that is recorded; either token accepts the invitation once.
 *
 * Skips an invitation that has been revoked, accepted or sent again, and one whose inviter has been removed. A permanent
 * rejection is recorded as `failed`; any other error of SES is thrown, so that the queue retries.
 */
export async function sendInvitationEmail(message: InvitationEmailMessage, nowMs: number): Promise<void> {
  const { workspace_id, invitation_id, send_count } = message;
  const [found, look] = await Promise.all([loadInvitation(workspace_id, invitation_id), loadEmailLook(workspace_id)]);
  if (!look || !isAwaited(found, send_count, nowMs)) return;
  if (!(await loadMember(workspace_id, found.invited_by))) return;
  // The message stays in the queue: the other worker may crash.
  if (hasEmailLease(found, nowMs)) throw new Error('Another worker is sending the email.');
  const token = randomBytes(32).toString('base64url');
  const leased = withEmailLease(found, nowMs);
  await commit([invitationTokenWrite(found, token), invitationWrite(found, leased)]);
  const invitation = { ...leased, version: found.version + 1 };
  const at = { page: settings().invitationPage, dashboardOrigin: dashboardOriginOfWorker() };
  // A concurrent change of the invitation wins: it matters more than the status of the email.
  const end = (mail: Invitation['mail']) =>
    tryCommit([invitationWrite(invitation, { ...withoutEmailLease(invitation), mail })]);
  let isSent: boolean;
  try {
    const email = buildInvitationEmail(invitation, look.workspace, invitationLink(at, token), look.language);
    isSent = await sendEmail(look.sender, email, 'invitation', { workspace_id, invitation_id });
  } catch (error) {
    await end('pending');
    throw error;
  }
  await end(isSent ? 'sent' : 'failed');
}

/** Return whether the email of this sending is still to be sent. */
function isAwaited(found: Invitation | null, sendCount: number, nowMs: number): found is Invitation {
  return found?.mail === 'pending' && found.send_count === sendCount && statusOf(found, nowMs) === 'sent';
}
