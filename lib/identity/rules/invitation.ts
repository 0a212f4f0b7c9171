import type { Permission, Role } from '../../core/api/permission.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { stateTransitionError } from '../../core/problems/request-errors.ts';

import { isLeased, leaseEnd } from '../../core/retry/lease.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { invitationLimit, invitationNotOpen, sentRecently } from '../problems.ts';
import type { Member } from './member.ts';
import { mayGrant } from './role-assignment.ts';
import { mayAppoint, type WorkspaceSettings } from './workspace-settings.ts';

/** Invitation emails to one email address in a day (UTC). */
export const MAX_EMAILS_PER_ADDRESS_AND_DAY = 5;
/** Invitation emails of one workspace in a day (UTC). */
export const MAX_EMAILS_PER_WORKSPACE_AND_DAY = 500;
/** The time between two emails of one invitation. */
const RESEND_AFTER_SECONDS = 60;

const INVITATION_LIFETIME_DAYS = 7;
export const INVITATION_STATUSES = ['sent', 'accepted', 'expired', 'revoked'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** Delivery status of the last email: `none` if the stage sends no email. */
export const MAIL_STATES = ['none', 'pending', 'sent', 'failed'] as const;

export interface Invitation {
  id: string;
  workspace_id: string;
  email: string;
  role: Role;
  permissions: Permission[];
  status: Exclude<InvitationStatus, 'expired'>; // Stored status. Expiry follows from the time: see `statusOf`.
  invited_by: string;
  created_at: string;
  send_count: number; // Number of sends, and the time of the last. Only the tokens of the last send are valid.
  sent_at: string;
  expires_at: string;
  mail: (typeof MAIL_STATES)[number];
  /** End of the lease of the worker that is sending the email. Absent while none is. */
  email_lease_expires_at?: string;
  accepted_at: string | null;
  user_id: string | null; // The member created by accepting it; null before.
  version: number;
}

/** Token that accepts an invitation, stored by its hash. One send may have several; only one can be used. */
export type InvitationToken = { hash: string; workspace_id: string; invitation_id: string; send_count: number };
/** The invitation of a token, the member who sent it (null when removed), and the settings of the workspace. */
export type FoundInvitation = {
  token: InvitationToken;
  invitation: Invitation;
  inviter: Member | null;
  settings: WorkspaceSettings;
};
/** Delivery status after a send: `pending` if an email follows. */
export type InitialMailStatus = 'none' | 'pending';

/** Create an invitation. The email address is lower-cased, so that one address has one spelling. */
export function newInvitation(
  input: { email: string; role: Role; permissions: Permission[] },
  owner: { id: string; workspaceId: string; userId: string },
  mail: InitialMailStatus,
  nowMs: number,
): Invitation {
  return {
    id: owner.id,
    workspace_id: owner.workspaceId,
    email: input.email.toLowerCase(),
    role: input.role,
    permissions: input.permissions,
    status: 'sent',
    invited_by: owner.userId,
    created_at: formatInstant(nowMs),
    ...sent(1, mail, nowMs),
    accepted_at: null,
    user_id: null,
    version: 0,
  };
}

function sent(sendCount: number, mail: InitialMailStatus, nowMs: number) {
  const expires_at = formatInstant(nowMs + INVITATION_LIFETIME_DAYS * DAY_MS);
  return { send_count: sendCount, sent_at: formatInstant(nowMs), expires_at, mail };
}

/** Return the status as shown by the API. Expiry is computed from the time, no job sets it. */
export function statusOf(invitation: Invitation, nowMs: number): InvitationStatus {
  const hasEnded = invitation.status === 'sent' && Date.parse(invitation.expires_at) <= nowMs;
  return hasEnded ? 'expired' : invitation.status;
}

/**
 * Send the invitation again for seven days, also an expired one, as an invitation by this user. Earlier tokens become
 * invalid.
 * Throws 409 if it was accepted or revoked, 429 within a minute of the last send.
 */
export function resendInvitation(
  invitation: Invitation,
  userId: string,
  mail: InitialMailStatus,
  nowMs: number,
): Invitation {
  if (invitation.status !== 'sent') throw wrongState(invitation, 'sent');
  const waitMs = Date.parse(invitation.sent_at) + RESEND_AFTER_SECONDS * 1000 - nowMs;
  if (waitMs > 0) {
    throw sentRecently(`An invitation can be sent once every ${RESEND_AFTER_SECONDS} seconds.`, {
      headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
    });
  }
  return { ...withoutEmailLease(invitation), invited_by: userId, ...sent(invitation.send_count + 1, mail, nowMs) };
}

/** Return the invitation while one worker sends its email. Others do not until the lease has ended. */
export function withEmailLease(invitation: Invitation, nowMs: number): Invitation {
  return { ...invitation, email_lease_expires_at: leaseEnd('email', nowMs) };
}

/** Return the invitation after a worker has sent its email, or could not. */
export function withoutEmailLease({ email_lease_expires_at: _, ...invitation }: Invitation): Invitation {
  return invitation;
}

/** Return whether a worker is sending the email. */
export function hasEmailLease({ email_lease_expires_at: end }: Invitation, nowMs: number): boolean {
  return isLeased(end, nowMs);
}

/** Create the error of an email beyond the maximum of the day; it can be sent on the next one. */
export function invitationEmailLimitError(nowMs: number): ApiError {
  const seconds = Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000);
  return invitationLimit(
    `The daily limit is ${MAX_EMAILS_PER_ADDRESS_AND_DAY} invitation emails per email address and ${MAX_EMAILS_PER_WORKSPACE_AND_DAY} per workspace.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}

/** Revoke the invitation and its tokens; the same object if already revoked. Throws 409 if it was accepted. */
export function revokeInvitation(invitation: Invitation): Invitation {
  if (invitation.status === 'revoked') return invitation;
  if (invitation.status === 'accepted') throw wrongState(invitation, 'revoked');
  return { ...invitation, status: 'revoked' };
}

function wrongState({ status }: Invitation, requested: 'sent' | 'revoked'): ApiError {
  return stateTransitionError(`The invitation is ${status}.`, { current: status, requested, allowed: [] });
}

/**
 * Return the invitation of a token, and who has sent it, while the token can accept it. Throws the same error for every
 * unknown or invalid token, and for an invitation that its inviter could not send any more, because of a lower role, fewer
 * permissions or the approval settings: with its link, the inviter would get back what was taken from them.
 */
export function openInvitation(
  found: FoundInvitation | null,
  nowMs: number,
): { invitation: Invitation; inviter: Member } {
  if (!found) throw invitationNotOpenError();
  const { token, invitation, inviter, settings } = found;
  const isCurrent = token.send_count === invitation.send_count;
  const isOpen = statusOf(invitation, nowMs) === 'sent' && isCurrent;
  if (!isOpen || inviter === null) throw invitationNotOpenError();
  const { role, permissions } = invitation;
  if (!mayGrant(role, permissions, inviter) || !mayAppoint(invitation, inviter, settings))
    throw invitationNotOpenError();
  return { invitation, inviter };
}

/** Create the member of an accepted invitation. Throws as `openInvitation`. */
export function acceptInvitation(
  found: FoundInvitation | null,
  person: { id: string; name: string },
  nowMs: number,
): { before: Invitation; after: Invitation; member: Member } {
  const { invitation } = openInvitation(found, nowMs);
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

/** Add to a new member the ids that their email address had in the workspace before, by the invitations that were accepted. */
export function withFormerIds(member: Member, invitations: Invitation[]): Member {
  const former_ids = invitations.flatMap(({ email, user_id }) =>
    user_id !== null && email === member.email && user_id !== member.id ? [user_id] : [],
  );
  return former_ids.length === 0 ? member : { ...member, former_ids };
}

/** Create the error for a token that is malformed, unknown, used, replaced, expired or revoked. */
export function invitationNotOpenError(): ApiError {
  return invitationNotOpen('No open invitation has this token. Request a new invitation.');
}

/** Build the API view of an invitation. */
export function toInvitationView(invitation: Invitation, nowMs: number): Record<string, unknown> {
  const { id, workspace_id: _, version: __, send_count: ___, ...shown } = withoutEmailLease(invitation);
  return { invitation_id: id, ...shown, status: statusOf(invitation, nowMs) };
}
