import { sendApprovalRequest, sendReminder } from '../../content/workers/send-approval-emails.ts';
import { sendInvitationEmail } from '../../identity/workers/send-invitation-email.ts';
import { sendSignInEmails } from '../../identity/workers/send-sign-in-emails.ts';
import type { EmailMessage } from './email-message.ts';

/** Send the emails that a message of the queue names. */
export function sendQueuedEmail(message: EmailMessage, nowMs: number): Promise<void> {
  if (message.kind === 'invitation') return sendInvitationEmail(message, nowMs);
  if (message.kind === 'sign_in') return sendSignInEmails(message, nowMs);
  return message.kind === 'approval_request' ? sendApprovalRequest(message, nowMs) : sendReminder(message, nowMs);
}
