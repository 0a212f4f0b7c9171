import { dashboardOriginOfWorker } from '../../core/config/origins.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { loadEmailCount } from '../../core/email/email-counts.ts';
import { sendEmail } from '../../core/email/send-email.ts';
import { sendOnce } from '../../core/email/send-once.ts';
import { log } from '../../core/observability/log.ts';
import { buildSecurityEmail } from '../emails/security-email.ts';
import { isForOwners } from '../rules/access-change.ts';
import type { Member } from '../rules/member.ts';
import { MAX_SECURITY_EMAILS_PER_MEMBER_AND_DAY, type SecurityNotice } from '../rules/security-notice.ts';
import { type EmailLook, loadEmailLook } from '../steps/email-look.ts';
import { loadAllMembers, loadMember } from '../store/members.ts';

/** Names the emails about what a session of a member has added or changed, or about a token that was used twice, and when. */
export type SecurityMessage = SecurityNotice & { workspace_id: string; user_id: string; at: string };

/**
 * Send the emails about what a session of a member has added or changed, once to each recipient, unless they have received
 * the maximum of the day. A removed member gets none: their keys and passkeys have no effect. Throws when an email could not
 * be sent, so that the queue repeats the message.
 */
export async function sendSecurityEmail(message: SecurityMessage, nowMs: number): Promise<void> {
  const look = await loadEmailLook(message.workspace_id);
  if (!look) return;
  for (const recipient of await loadRecipients(message)) await sendTo(recipient, message, look, nowMs);
}

/** Load the member whose session it was, and the owners where they have to know too. */
async function loadRecipients(message: SecurityMessage): Promise<Member[]> {
  const { workspace_id, user_id } = message;
  if (message.kind === 'recurrences_left' || (message.kind === 'access_changed' && isForOwners(message)))
    return (await loadAllMembers(workspace_id)).filter(({ id, role }) => id === user_id || role === 'owner');
  const member = await loadMember(workspace_id, user_id);
  return member ? [member] : [];
}

async function sendTo(recipient: Member, message: SecurityMessage, look: EmailLook, nowMs: number) {
  const { workspace_id, user_id, at, kind } = message;
  const counter = `security/${recipient.id}`;
  if ((await loadEmailCount(workspace_id, counter, nowMs)) >= MAX_SECURITY_EMAILS_PER_MEMBER_AND_DAY) {
    const about = { workspace_id, user_id: recipient.id };
    log.warn('security email dropped: the member has received the maximum of a day', about);
    return;
  }
  const isOther = recipient.id !== user_id;
  const name = { workspace_id, id: sha256(`${kind}/${occasionOf(message)}/${recipient.id}`), counter };
  const circumstances = { workspace: look.workspace, at, otherMember: isOther ? user_id : null };
  const where = { ...circumstances, dashboardOrigin: dashboardOriginOfWorker() };
  const email = buildSecurityEmail(message, where, look.language);
  const about = { workspace_id, user_id: recipient.id };
  await sendOnce(name, () => sendEmail(look.sender, { to: recipient.email, ...email }, 'security', about), nowMs);
}

/** Return what is the same in every message about one change. A member is removed once, whenever the stream reports it. */
function occasionOf(message: SecurityMessage): string {
  if (message.kind === 'recurrences_left') return message.user_id;
  if (message.kind === 'access_changed') return `${message.change}/${message.subject_id}/${message.at}`;
  return `${message.kind === 'passkey_added' ? message.passkey_id : message.client_id}/${message.at}`;
}
