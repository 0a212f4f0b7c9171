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

const ses = new SESv2Client({ maxAttempts: 3 });

// Refused for the message, the address or the account: the same again is refused again, and what waits behind
// it in the stream should not wait for that.
const PERMANENT_SES_ERRORS = [
  'AccountSuspendedException',
  'BadRequestException',
  'MailFromDomainNotVerifiedException',
  'MessageRejected',
  'NotFoundException',
  'SendingPausedException',
];

/**
 * Mails an invitation that waits for it, with a token made here: the table gets its hash, and only the mail has
 * it. Comes this twice, it makes another token and mails that; both open the invitation, once. What was
 * revoked, accepted or sent again meanwhile is not mailed. A mail refused for good is recorded as failed, and
 * every other failure is thrown, so that the stream brings the change again.
 */
export async function onInvitationChanged(change: Invitation | null, nowMs: number): Promise<void> {
  const sender = settings().invitationSender;
  if (sender === null || change?.status !== 'sent' || change.mail !== 'pending') return;
  const { workspace_id, id } = change;
  const [invitation, workspace] = await Promise.all([
    loadInvitation(workspace_id, id),
    loadWorkspace(workspace_id),
  ]);
  const isWaiting =
    invitation?.mail === 'pending' &&
    invitation.send_count === change.send_count &&
    statusOf(invitation, nowMs) === 'sent';
  if (!isWaiting || !workspace) return;
  const token = randomBytes(32).toString('base64url');
  await commit([invitationTokenWrite(invitation, token)]);
  const at = { page: settings().invitationPage, baseUrl: requireEnv('BASE_URL') };
  const isSent = await sendMail(sender, invitationMail(invitation, workspace.name, token, at), invitation);
  // Whoever changes the invitation meanwhile goes first: what they did matters more than that a mail went out.
  await tryCommit([invitationWrite(invitation, { ...invitation, mail: isSent ? 'sent' : 'failed' })]);
}

/** Hands a mail to SES. False when it is refused for good. */
async function sendMail(sender: string, mail: Mail, { workspace_id, id }: Invitation): Promise<boolean> {
  const part = (Data: string) => ({ Data, Charset: 'UTF-8' });
  try {
    const { MessageId } = await ses.send(
      new SendEmailCommand({
        FromEmailAddress: sender,
        Destination: { ToAddresses: [mail.to] },
        Content: { Simple: { Subject: part(mail.subject), Body: { Text: part(mail.text) } } },
      }),
    );
    log.info('invitation mailed', { workspace_id, invitation_id: id, message_id: MessageId });
    return true;
  } catch (error) {
    const { name } = error as Error;
    if (!PERMANENT_SES_ERRORS.includes(name)) throw error;
    // The message of the error may name the address.
    log.error('invitation.not_mailed', { workspace_id, invitation_id: id, reason: name });
    return false;
  }
}
