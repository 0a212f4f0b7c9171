import { sendReminder } from '../../content/workers/send-reminder.ts';
import { sendInvitationEmail } from '../../identity/workers/send-invitation-email.ts';
import { sendSecurityEmail } from '../../identity/workers/send-security-email.ts';
import { sendSignInEmails } from '../../identity/workers/send-sign-in-emails.ts';
import { sendDigest } from '../../notifications/workers/send-digests.ts';
import type { EmailMessage } from './email-message.ts';

/** Send the emails that a message of the queue names. */
export function sendQueuedEmail(message: EmailMessage, nowMs: number): Promise<void> {
  switch (message.kind) {
    case 'invitation':
      return sendInvitationEmail(message, nowMs);
    case 'sign_in':
      return sendSignInEmails(message, nowMs);
    case 'approval_reminder':
      return sendReminder(message, nowMs);
    case 'notification_digest':
      return sendDigest(message, nowMs);
    default:
      return sendSecurityEmail(message, nowMs);
  }
}
