import { randomBytes } from 'node:crypto';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { requireEnv } from '../../config/env.ts';
import { settings } from '../../config/settings.ts';
import {
  hasEmailLease,
  type Invitation,
  statusOf,
  withEmailLease,
  withoutEmailLease,
} from '../../domain/identity/invitation.ts';
import { buildInvitationEmail, type Email } from '../../domain/identity/invitation-email.ts';
import { log } from '../../observability/log.ts';
import { commit, tryCommit } from '../../table/commit.ts';
import { invitationTokenWrite, invitationWrite, loadInvitation } from '../../table/invitations.ts';
import { loadMember } from '../../table/members.ts';
import { loadWorkspace } from '../../table/workspaces.ts';

const ses = new SESv2Client({ maxAttempts: 3 });

/** Names one email of an invitation: `send_count` is the number of times that the invitation was sent. */
export interface InvitationEmailMessage {
  workspace_id: string;
  invitation_id: string;
  send_count: number;
}

// SES rejects the message, the address or the account: a retry fails too.
const PERMANENT_SES_ERRORS = [
  'AccountSuspendedException',
  'BadRequestException',
  'MailFromDomainNotVerifiedException',
  'MessageRejected',
  'NotFoundException',
  'SendingPausedException',
];

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
  const sender = settings().invitationSender;
  const { workspace_id, invitation_id, send_count } = message;
  const [found, workspace] = await Promise.all([
    loadInvitation(workspace_id, invitation_id),
    loadWorkspace(workspace_id),
  ]);
  if (sender === null || !workspace || !isAwaited(found, send_count, nowMs)) return;
  if (!(await loadMember(workspace_id, found.invited_by))) return;
  // The message stays in the queue: the other worker may crash.
  if (hasEmailLease(found, nowMs)) throw new Error('Another worker is sending the email.');
  const token = randomBytes(32).toString('base64url');
  const leased = withEmailLease(found, nowMs);
  await commit([invitationTokenWrite(found, token), invitationWrite(found, leased)]);
  const invitation = { ...leased, version: found.version + 1 };
  const at = { page: settings().invitationPage, baseUrl: requireEnv('BASE_URL') };
  // A concurrent change of the invitation wins: it matters more than the status of the email.
  const end = (mail: Invitation['mail']) =>
    tryCommit([invitationWrite(invitation, { ...withoutEmailLease(invitation), mail })]);
  let isSent: boolean;
  try {
    isSent = await sendEmail(sender, buildInvitationEmail(invitation, workspace.name, token, at), invitation);
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

/** Send an email by SES. Returns false when SES rejects it permanently. */
async function sendEmail(sender: string, email: Email, { workspace_id, id }: Invitation): Promise<boolean> {
  const part = (Data: string) => ({ Data, Charset: 'UTF-8' });
  try {
    const Content = { Simple: { Subject: part(email.subject), Body: { Text: part(email.text) } } };
    const Destination = { ToAddresses: [email.to] };
    const { MessageId } = await ses.send(new SendEmailCommand({ FromEmailAddress: sender, Destination, Content }));
    log.info('invitation email sent', { workspace_id, invitation_id: id, message_id: MessageId });
    return true;
  } catch (error) {
    const { name } = error as Error;
    // Only the error's name: its message may contain the email address.
    if (!PERMANENT_SES_ERRORS.includes(name)) throw new Error(`SES did not accept the email: ${name}.`);
    log.error('invitation email rejected', { workspace_id, invitation_id: id, reason: name });
    return false;
  }
}
