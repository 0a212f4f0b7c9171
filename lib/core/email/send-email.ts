import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { log } from '../observability/log.ts';
import type { Email } from './email.ts';

const ses = new SESv2Client({ maxAttempts: 3 });

// SES rejects the message or the address: a retry fails too.
const MESSAGE_ERRORS = ['BadRequestException', 'MessageRejected', 'NotFoundException'];
// SES rejects the account or its sender, until the operator has acted.
const SENDER_ERRORS = ['AccountSuspendedException', 'MailFromDomainNotVerifiedException', 'SendingPausedException'];

/**
 * Errors after which an email is not tried again. People can request an invitation or a sign-in link again, but not an
 * email about an approval, a notification or what a session has added.
 */
const PERMANENT_ERRORS = {
  invitation: [...MESSAGE_ERRORS, ...SENDER_ERRORS],
  approval: MESSAGE_ERRORS,
  notification: MESSAGE_ERRORS,
  security: MESSAGE_ERRORS,
  'sign-in': [...MESSAGE_ERRORS, ...SENDER_ERRORS],
};

/** What an email is about, for the log. */
export type EmailKind = keyof typeof PERMANENT_ERRORS;

/**
 * Send an email by SES. Returns false when SES rejects it permanently; throws for any other error of SES. `kind` and
 * `subject` are for the log, which never has an address.
 */
export async function sendEmail(
  sender: string,
  email: Email,
  kind: EmailKind,
  subject: Record<string, string>,
): Promise<boolean> {
  const part = (Data: string) => ({ Data, Charset: 'UTF-8' });
  try {
    const Content = { Simple: { Subject: part(email.subject), Body: { Text: part(email.text) } } };
    const Destination = { ToAddresses: [email.to] };
    const { MessageId } = await ses.send(new SendEmailCommand({ FromEmailAddress: sender, Destination, Content }));
    log.info(`${kind} email sent`, { ...subject, message_id: MessageId });
    return true;
  } catch (error) {
    const { name } = error as Error;
    // Only the error's name: its message may contain the email address.
    if (!PERMANENT_ERRORS[kind].includes(name)) throw new Error(`SES did not accept the email: ${name}.`);
    log.error(`${kind} email rejected`, { ...subject, reason: name });
    return false;
  }
}
