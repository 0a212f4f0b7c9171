import { REMINDER_LEADS, type ReminderLead } from '../../content/rules/approval/approval-reminder.ts';
import type { ReminderMessage } from '../../content/workers/send-reminder.ts';
import { type IdKind, isId } from '../../core/values/id.ts';
import { parseInstant } from '../../core/values/timestamps.ts';
import { ACCESS_CHANGES, type AccessChange } from '../../identity/rules/access-change.ts';
import type { InvitationEmailMessage } from '../../identity/workers/send-invitation-email.ts';
import type { SecurityMessage } from '../../identity/workers/send-security-email.ts';
import type { SignInMessage } from '../../identity/workers/send-sign-in-emails.ts';
import type { DigestMessage } from '../../notifications/workers/send-digests.ts';

/** A message of the email queue. It names what the email is about, and contains no address and no secret. */
export type EmailMessage = InvitationEmailMessage | ReminderMessage | SignInMessage | SecurityMessage | DigestMessage;

const isIdOf = (kind: IdKind) => (value: unknown) => isId(kind, String(value));
const isOptional = (accepts: (value: unknown) => boolean) => (value: unknown) => value === undefined || accepts(value);
const isTime = (value: unknown) => parseInstant(String(value)) !== null;

const workspace_id = isIdOf('workspace');
const recipient = { user_id: isOptional(isIdOf('user')) };
const keyFields = { workspace_id, user_id: isIdOf('user'), client_id: isIdOf('key'), at: isTime };

/** The fields of each kind of message. */
const FIELDS: Record<EmailMessage['kind'], Record<string, (value: unknown) => boolean>> = {
  invitation: { workspace_id, invitation_id: isIdOf('invitation'), send_count: Number.isSafeInteger },
  approval_reminder: {
    workspace_id,
    content_id: isIdOf('content'),
    due_at: isTime,
    lead: (value) => REMINDER_LEADS.includes(value as ReminderLead),
    ...recipient,
  },
  sign_in: { request_id: isIdOf('signIn') },
  passkey_added: { workspace_id, user_id: isIdOf('user'), passkey_id: isIdOf('passkey'), at: isTime },
  key_created: keyFields,
  key_rolled: keyFields,
  token_reused: keyFields,
  recurrences_left: { workspace_id, user_id: isIdOf('user'), at: isTime },
  access_changed: {
    workspace_id,
    user_id: isIdOf('user'),
    change: (value) => ACCESS_CHANGES.includes(value as AccessChange['change']),
    subject_id: (value) => /^\w{1,60}$/.test(String(value)),
    at: isTime,
  },
  notification_digest: { workspace_id, digest_id: isOptional(isIdOf('digest')), ...recipient },
};

/** Check the body of a message. Throws when it names no email. */
export function parseEmailMessage(body: Record<string, unknown> | null): EmailMessage {
  const kind = String(body?.kind);
  const fields = Object.hasOwn(FIELDS, kind) ? FIELDS[kind as EmailMessage['kind']] : null;
  const isValid = fields !== null && Object.entries(fields).every(([name, accepts]) => accepts(body?.[name]));
  if (!isValid) throw new Error('The message does not name an email.');
  return body as unknown as EmailMessage;
}
