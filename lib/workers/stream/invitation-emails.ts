import { randomBytes } from 'node:crypto';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { requireEnv } from '../../config/env.ts';
import { settings } from '../../config/settings.ts';
import { type Invitation, statusOf } from '../../domain/identity/invitation.ts';
import { invitationMail, type Mail } from '../../domain/identity/invitation-email.ts';
import { log } from '../../observability/log.ts';
import { commit, tryCommit } from '../../table/commit.ts';
import { invitationTokenWrite, invitationWrite, loadInvitation } from '../../table/invitations.ts';
import { loadWorkspace } from '../../table/workspaces.ts';
import { endOrphanedInvitation } from './removed-members.ts';

const ses = new SESv2Client({ maxAttempts: 3 });

// SES rejects the message, the address or the account: a retry fails too, and would block the stream shard.
const PERMANENT_SES_ERRORS = [
  'AccountSuspendedException',
  'BadRequestException',
  'MailFromDomainNotVerifiedException',
  'MessageRejected',
  'NotFoundException',
  'SendingPausedException',
];

/**
 * Send the email of an invitation whose mail is pending, with a new token. Only the email contains the token;
 * the table stores its hash. A redelivery sends a second email with another token, and either token accepts the
 * invitation once. Skips an invitation that has been revoked, accepted or sent again since the change, and revokes
 * one whose inviter has been removed. A
 * permanent rejection is recorded as `failed`; any other error is thrown, so that the stream retries.
 */
export async function onInvitationChanged(
  _before: Invitation | null,
  change: Invitation | null,
  nowMs: number,
): Promise<void> {
  const sender = settings().invitationSender;
  if (sender === null || change?.status !== 'sent' || change.mail !== 'pending') return;
  const { workspace_id, id } = change;
  const [invitation, workspace] = await Promise.all([loadInvitation(workspace_id, id), loadWorkspace(workspace_id)]);
  if (invitation?.mail !== 'pending' || invitation.send_count !== change.send_count || !workspace) return;
  if (statusOf(invitation, nowMs) !== 'sent' || (await endOrphanedInvitation(invitation, nowMs))) return;
  const token = randomBytes(32).toString('base64url');
  await commit([invitationTokenWrite(invitation, token)]);
  const at = { page: settings().invitationPage, baseUrl: requireEnv('BASE_URL') };
  const isSent = await sendMail(sender, invitationMail(invitation, workspace.name, token, at), invitation);
  // A concurrent change of the invitation wins: it matters more than the status of the email.
  await tryCommit([invitationWrite(invitation, { ...invitation, mail: isSent ? 'sent' : 'failed' })]);
}

/** Send an email by SES. Returns false when SES rejects it permanently. */
async function sendMail(sender: string, mail: Mail, { workspace_id, id }: Invitation): Promise<boolean> {
  const part = (Data: string) => ({ Data, Charset: 'UTF-8' });
  try {
    const Content = { Simple: { Subject: part(mail.subject), Body: { Text: part(mail.text) } } };
    const Destination = { ToAddresses: [mail.to] };
    const { MessageId } = await ses.send(new SendEmailCommand({ FromEmailAddress: sender, Destination, Content }));
    log.info('invitation email sent', { workspace_id, invitation_id: id, message_id: MessageId });
    return true;
  } catch (error) {
    const { name } = error as Error;
    if (!PERMANENT_SES_ERRORS.includes(name)) throw error;
    // Only the error's name: its message may contain the email address.
    log.error('invitation email rejected', { workspace_id, invitation_id: id, reason: name });
    return false;
  }
}
