import { sha256 } from '../../core/crypto/sha256.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import type { Condition, Write } from '../../core/table/commit.ts';
import { type ListQuery, type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, loadPartition } from '../../core/table/read.ts';
import { type Item, keyOf, partition, toItem } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { emailReservationEntity, invitationEntity, invitationTokenEntity } from '../entities/members.ts';
import { alreadyInvited, alreadyMember } from '../problems.ts';
import {
  type FoundInvitation,
  type Invitation,
  type InvitationStatus,
  type InvitationToken,
  invitationNotOpenError,
} from '../rules/invitation.ts';
import type { Member } from '../rules/member.ts';
import { emailHash, loadMember, memberEmailReservation, memberWrite } from './members.ts';
import { loadWorkspaceSettings } from './workspace-settings.ts';

/** Build the writes of a new invitation and the reservation of its email address. */
export function invitationWrites(invitation: Invitation, nowMs: number): Write[] {
  return [versioned(invitationEntity, null, invitation), emailReservationWrite(invitation, nowMs)];
}

/** Build the write of an invitation after a change that leaves its address as it is. */
export function invitationWrite(before: Invitation, after: Invitation): Write {
  return versioned(invitationEntity, before, after);
}

/** Build the writes that resend an invitation and extend its reservation. 409 when another one has the address. */
export function resendWrites(before: Invitation, after: Invitation, nowMs: number): Write[] {
  const hasEnded = Date.parse(before.expires_at) <= nowMs;
  // The reservation belongs to the invitation until it expires; after that the address must be free.
  const condition = hasEnded ? { expiredBefore: nowMs } : reservedBy(before);
  return [invitationWrite(before, after), { ...emailReservationWrite(after, nowMs), condition }];
}

/** Build the writes that revoke an invitation and release its address. */
export function revocationWrites(before: Invitation, after: Invitation, nowMs: number): Write[] {
  const hasEnded = Date.parse(before.expires_at) <= nowMs;
  // The reservation has expired, and another invitation may have the address.
  if (hasEnded) return [invitationWrite(before, after)];
  const { workspace_id, email } = before;
  const reservation = keyOf(emailReservationEntity, { workspace_id, email_hash: emailHash(email) });
  return [invitationWrite(before, after), { delete: reservation, condition: reservedBy(before) }];
}

/** Build the writes of an accepted invitation: the member takes over the reservation of the address. */
export function acceptanceWrites(before: Invitation, after: Invitation, member: Member): Write[] {
  return [
    invitationWrite(before, after),
    memberWrite(null, member),
    { put: memberEmailReservation(member), condition: reservedBy(before), onConflict: invitationNotOpenError },
  ];
}

/** Build the write of the token of one sent invitation. Only its hash is stored. */
export function invitationTokenWrite(invitation: Invitation, token: string): Write {
  const { workspace_id, id, send_count, expires_at } = invitation;
  const record: InvitationToken = { hash: sha256(token), workspace_id, invitation_id: id, send_count };
  return { put: toItem(invitationTokenEntity, record, {}, Date.parse(expires_at)), condition: 'absent' };
}

/** Load the invitation of a token, whatever its status, with its inviter and the settings; null for an unknown token. */
export async function loadByToken(token: string): Promise<FoundInvitation | null> {
  const found = await load<InvitationToken>(keyOf(invitationTokenEntity, { hash: sha256(token) }));
  const invitation = found && (await loadInvitation(found.workspace_id, found.invitation_id));
  if (!invitation) return null;
  const [inviter, settings] = await Promise.all([
    loadMember(found.workspace_id, invitation.invited_by),
    loadWorkspaceSettings(found.workspace_id),
  ]);
  return { token: found, invitation, inviter, settings };
}

/** Load all invitations of a workspace. */
export function loadAllInvitations(workspaceId: string): Promise<Invitation[]> {
  return loadPartition(partition(invitationEntity, 'pk', { workspace_id: workspaceId }));
}

/** Load an invitation of a workspace, or null. */
export function loadInvitation(workspaceId: string, id: string): Promise<Invitation | null> {
  return load<Invitation>(invitationKey(workspaceId, id));
}

/** List invitations newest first, or those of one status by expiry, with their total. */
export function listInvitations(
  workspaceId: string,
  status: InvitationStatus | undefined,
  request: PageRequest,
  nowMs: number,
): Promise<TotalPage<Invitation>> {
  const list = listQueryOf(workspaceId, status, nowMs);
  return pageWithTotal<Invitation>(list, request, status && ((id) => invitationKey(workspaceId, id)));
}

// Sent and expired invitations are stored with one status; the time separates them.
function listQueryOf(workspaceId: string, status: InvitationStatus | undefined, nowMs: number): ListQuery {
  const workspace_id = workspaceId;
  if (!status) return { partitions: [partition(invitationEntity, 'pk', { workspace_id })], descending: true };
  const stored = status === 'expired' ? 'sent' : status;
  // Sorts after every invitation that expires now, and before every later one.
  const now = `${new Date(nowMs).toISOString()}#~`;
  return {
    index: 'by_status',
    partitions: [partition(invitationEntity, 'status_pk', { workspace_id, status: stored })],
    descending: true,
    ...(status === 'sent' ? { from: now } : {}),
    ...(status === 'expired' ? { to: now } : {}),
  };
}

function emailReservationWrite({ workspace_id, id, email, expires_at }: Invitation, nowMs: number): Write {
  const expires_at_ms = Date.parse(expires_at);
  return {
    put: toItem(emailReservationEntity, { workspace_id, email_hash: emailHash(email), reserved_by: id, expires_at_ms }),
    condition: { expiredBefore: nowMs },
    onConflict: reservationConflictError,
  };
}

function reservedBy({ id }: Invitation): Condition {
  return { attribute: 'reserved_by', is: id };
}

function reservationConflictError(holder: Item | undefined): ApiError {
  if (String(holder?.reserved_by).startsWith('usr_')) {
    return alreadyMember('A member of the workspace already has this email address.');
  }
  return alreadyInvited('An open invitation to this email address already exists.', {
    extensions: { invitation_id: holder?.reserved_by },
  });
}

function invitationKey(workspaceId: string, id: string) {
  return keyOf(invitationEntity, { workspace_id: workspaceId, id });
}
