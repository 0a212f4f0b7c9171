import { ApiError } from '../api-error.ts';
import { DAY_MS, formatInstant } from '../timestamps.ts';
import type { Member } from './member.ts';
import type { Permission, Role } from './permission.ts';

const INVITATION_LIFETIME_DAYS = 7;
const RESEND_AFTER_SECONDS = 60;

export const INVITATION_STATUSES = ['sent', 'accepted', 'expired', 'revoked'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** What became of the mail of the last sending: `none` where the stage sends no mail. */
export const MAIL_STATES = ['none', 'pending', 'sent', 'failed'] as const;

export interface Invitation {
  id: string;
  workspace_id: string;
  email: string;
  role: Role;
  permissions: Permission[];
  /** What was done about it last. Whether it has expired is said by the time: `statusOf`. */
  status: Exclude<InvitationStatus, 'expired'>;
  invited_by: string;
  created_at: string;
  /** How often it was sent, and when last. The tokens of an earlier sending open nothing. */
  send_count: number;
  sent_at: string;
  expires_at: string;
  mail: (typeof MAIL_STATES)[number];
  accepted_at: string | null;
  /** Who it has become. */
  user_id: string | null;
  version: number;
}

/** What opens an invitation, known by its hash. One sending may have several, and the first used is the last. */
export interface InvitationToken {
  hash: string;
  workspace_id: string;
  invitation_id: string;
  send_count: number;
}

/** Whether a sending is followed by a mail. */
export type InitialMailStatus = 'none' | 'pending';

/** A new invitation. The address is kept in lower case: one person, one spelling. */
export function newInvitation(
  asked: { email: string; role: Role; permissions: Permission[] },
  owner: { id: string; workspaceId: string; userId: string },
  mail: InitialMailStatus,
  nowMs: number,
): Invitation {
  return {
    id: owner.id,
    workspace_id: owner.workspaceId,
    email: asked.email.toLowerCase(),
    role: asked.role,
    permissions: asked.permissions,
    status: 'sent',
    invited_by: owner.userId,
    created_at: formatInstant(nowMs),
    ...sent(1, mail, nowMs),
    accepted_at: null,
    user_id: null,
    version: 0,
  };
}

function sent(sending: number, mail: InitialMailStatus, nowMs: number) {
  const expires_at = formatInstant(nowMs + INVITATION_LIFETIME_DAYS * DAY_MS);
  return { send_count: sending, sent_at: formatInstant(nowMs), expires_at, mail };
}

/** The state the API shows. No job makes an invitation expire: the time does. */
export function statusOf(invitation: Invitation, nowMs: number): InvitationStatus {
  const hasEnded = invitation.status === 'sent' && Date.parse(invitation.expires_at) <= nowMs;
  return hasEnded ? 'expired' : invitation.status;
}

/**
 * The invitation sent once more, for another seven days; what opened it until now no longer does. An expired
 * one too. Throws 409 when it was accepted or revoked, 429 within a minute of the last sending.
 */
export function resendInvitation(invitation: Invitation, mail: InitialMailStatus, nowMs: number): Invitation {
  if (invitation.status !== 'sent') throw wrongState(invitation, 'sent');
  const waitMs = Date.parse(invitation.sent_at) + RESEND_AFTER_SECONDS * 1000 - nowMs;
  if (waitMs > 0) {
    throw new ApiError(
      'sent_recently',
      `An invitation can be sent once every ${RESEND_AFTER_SECONDS} seconds.`,
      {
        headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
      },
    );
  }
  return { ...invitation, ...sent(invitation.send_count + 1, mail, nowMs) };
}

/**
 * The invitation as one that opens nothing any more; the same object when it is so already. Throws 409 when
 * it was accepted: then there is a member.
 */
export function revokeInvitation(invitation: Invitation): Invitation {
  if (invitation.status === 'revoked') return invitation;
  if (invitation.status === 'accepted') throw wrongState(invitation, 'revoked');
  return { ...invitation, status: 'revoked' };
}

function wrongState({ status }: Invitation, requested: 'sent' | 'revoked'): ApiError {
  return new ApiError('invalid_state_transition', `The invitation is ${status}.`, {
    extensions: { current: status, requested, allowed: [] },
  });
}

/**
 * Makes a member of who was invited, with what the invitation grants. `found` is what a token led to, null for
 * nothing. Throws the one refusal for every token that opens nothing, whatever the reason.
 */
export function acceptInvitation(
  found: { token: InvitationToken; invitation: Invitation } | null,
  person: { id: string; name: string },
  nowMs: number,
): { before: Invitation; after: Invitation; member: Member } {
  if (!found) throw invitationNotOpenError();
  const { token, invitation } = found;
  const isOpen = statusOf(invitation, nowMs) === 'sent' && token.send_count === invitation.send_count;
  if (!isOpen) throw invitationNotOpenError();
  const now = formatInstant(nowMs);
  return {
    before: invitation,
    after: { ...invitation, status: 'accepted', accepted_at: now, user_id: person.id },
    member: {
      id: person.id,
      workspace_id: invitation.workspace_id,
      name: person.name,
      email: invitation.email,
      role: invitation.role,
      permissions: invitation.permissions,
      created_at: now,
      version: 0,
    },
  };
}

/** The one answer for a token that is wrong, unknown, used, replaced, expired or revoked. */
export function invitationNotOpenError(): ApiError {
  return new ApiError('invitation_not_open', 'No open invitation has this token. Request a new invitation.');
}

/** An invitation as the API shows it. */
export function toInvitationView(invitation: Invitation, nowMs: number): Record<string, unknown> {
  const { id, workspace_id: _, version: __, send_count: ___, ...shown } = invitation;
  return { invitation_id: id, ...shown, status: statusOf(invitation, nowMs) };
}
