import { sha256 } from '../../core/crypto/sha256.ts';
import type { Email } from '../../core/email/email.ts';
import { queueEmails } from '../../core/email/queue-email.ts';
import { type EmailKind, sendEmail } from '../../core/email/send-email.ts';
import { sendOnce } from '../../core/email/send-once.ts';
import type { Member } from '../rules/member.ts';
import { type EmailLook, loadEmailLook } from './email-look.ts';

/** An email to members. `occasion` tells it from their other emails: each member receives it once. */
export interface MemberEmail {
  kind: EmailKind;
  occasion: string;
  build: (look: EmailLook) => Omit<Email, 'to'>;
}

/**
 * Send an email to the member that the message names, or queue a message for each member. Each email is a message, so that
 * those of one workspace hold a slot of the queue no longer than the sign-in link behind them can wait. Throws when the
 * email could not be sent, so that the queue repeats the message.
 */
export async function sendToMembers(
  message: { kind: string; workspace_id: string; user_id?: string },
  members: Member[],
  memberEmail: MemberEmail,
  nowMs: number,
): Promise<void> {
  const { user_id, workspace_id } = message;
  if (user_id === undefined) {
    await queueEmails(
      members.map(({ id }) => ({ ...message, user_id: id })),
      workspace_id,
    );
    return;
  }
  const member = members.find(({ id }) => id === user_id);
  if (member) await sendToMember(member, memberEmail, nowMs);
}

/** Send an email to a member, once. */
async function sendToMember(member: Member, { kind, occasion, build }: MemberEmail, nowMs: number) {
  const { workspace_id, id: user_id, email: to } = member;
  const look = await loadEmailLook(workspace_id);
  if (look === null) return;
  const name = { workspace_id, id: sha256(`${occasion}/${user_id}`) };
  await sendOnce(name, () => sendEmail(look.sender, { to, ...build(look) }, kind, { workspace_id, user_id }), nowMs);
}
