import { ApiError } from '../domain/api-error.ts';
import {
  type Invitation,
  type InvitationStatus,
  type InvitationToken,
  invitationNotOpenError,
} from '../domain/identity/invitation.ts';
import type { Member } from '../domain/identity/member.ts';
import type { Condition, Write } from './commit.ts';
import { type ListQuery, type Page, type PageRequest, pageWithTotal } from './page.ts';
import { load, loadSupported } from './read.ts';
import { hashOfKey, type Item, keyOf, partition, toItem } from './schema.ts';
import { memberEmailReservation, memberItem } from './workspaces.ts';

/** An invitation of before they were sent by mail: nothing opens it, unless it is sent again. */
type PlainInvitation = Omit<
  Invitation,
  'sending' | 'sent_at' | 'mail' | 'accepted_at' | 'user_id' | 'version'
>;

const UNVERSIONED = -1;

/** A new invitation, and its hold on the address. */
export function invitationWrites(invitation: Invitation, nowMs: number): Write[] {
  return [
    { put: toItem('Invitation', invitation), condition: 'absent' },
    emailReservationWrite(invitation, nowMs),
  ];
}

/** An invitation after a change that leaves its address alone. */
export function invitationWrite(before: Invitation, after: Invitation): Write {
  const version = before.version === UNVERSIONED ? null : before.version;
  return {
    put: toItem('Invitation', { ...after, version: before.version + 1 }),
    condition: { version },
  };
}

/** An invitation sent again, and its hold on the address for as long. 409 when somebody else holds it by now. */
export function resendWrites(before: Invitation, after: Invitation, nowMs: number): Write[] {
  const hasEnded = Date.parse(before.expires_at) <= nowMs;
  // Until it ends the hold is its own; after that it has to be free.
  const expect = hasEnded ? { expiredBefore: nowMs } : reservedBy(before);
  return [invitationWrite(before, after), { ...emailReservationWrite(after, nowMs), condition: expect }];
}

/** An invitation revoked, and its address free. */
export function revocationWrites(before: Invitation, after: Invitation, nowMs: number): Write[] {
  const hasEnded = Date.parse(before.expires_at) <= nowMs;
  // One that has expired holds nothing any more, and somebody else may.
  if (hasEnded) return [invitationWrite(before, after)];
  const { workspace_id, email } = before;
  const hold = keyOf('EmailReservation', { workspace_id, email_hash: hashOfKey(email) });
  return [invitationWrite(before, after), { delete: hold, condition: reservedBy(before) }];
}

/** An invitation accepted: its member, to whom its hold on the address passes. */
export function acceptanceWrites(before: Invitation, after: Invitation, member: Member): Write[] {
  return [
    invitationWrite(before, after),
    { put: memberItem(member), condition: 'absent' },
    {
      put: memberEmailReservation(member),
      condition: reservedBy(before),
      onConflict: invitationNotOpenError,
    },
  ];
}

/** The write that lets a token open this sending of an invitation. Only its hash is stored. */
export function invitationTokenWrite(invitation: Invitation, token: string): Write {
  const { workspace_id, id, send_count: sending, expires_at } = invitation;
  const record: InvitationToken = {
    hash: hashOfKey(token),
    workspace_id,
    invitation_id: id,
    send_count: sending,
  };
  return { put: toItem('InvitationToken', record, {}, Date.parse(expires_at)), condition: 'absent' };
}

/** What a token leads to, whether it is open or not; null when it leads nowhere. */
export async function loadByToken(
  token: string,
): Promise<{ token: InvitationToken; invitation: Invitation } | null> {
  const found = await load<InvitationToken>(keyOf('InvitationToken', { hash: hashOfKey(token) }));
  const invitation = found && (await loadInvitation(found.workspace_id, found.invitation_id));
  return invitation ? { token: found, invitation } : null;
}

/** An invitation, or null. */
export async function loadInvitation(workspaceId: string, id: string): Promise<Invitation | null> {
  const stored = await load<Invitation | PlainInvitation>(invitationKey(workspaceId, id));
  return stored && invitationOf(stored);
}

/**
 * Invitations in one state, or all, newest first; those in one state by when they end, so that the time
 * parts the sent from the expired. The index knows which, the table what they say.
 */
export async function listInvitations(
  workspaceId: string,
  status: InvitationStatus | undefined,
  request: PageRequest,
  nowMs: number,
): Promise<Page<Invitation> & { total: number }> {
  const found = await pageWithTotal<{ id: string }>(listingOf(workspaceId, status, nowMs), request);
  const whole = await loadSupported<Invitation | PlainInvitation>(
    found.records.map(({ id }) => invitationKey(workspaceId, id)),
  );
  return {
    records: whole.records.map(invitationOf),
    next: found.next,
    unreadable: found.unreadable + whole.unreadable,
    total: found.total,
  };
}

function listingOf(workspaceId: string, status: InvitationStatus | undefined, nowMs: number): ListQuery {
  const workspace_id = workspaceId;
  if (!status) return { partitions: [partition('Invitation', 'pk', { workspace_id })], descending: true };
  const stored = status === 'expired' ? 'sent' : status;
  // After everything that ends now, and before what ends later.
  const now = `${new Date(nowMs).toISOString()}#~`;
  return {
    index: 'by_status',
    partitions: [partition('Invitation', 'status_pk', { workspace_id, status: stored })],
    descending: true,
    ...(status === 'sent' ? { from: now } : {}),
    ...(status === 'expired' ? { to: now } : {}),
  };
}

function emailReservationWrite({ workspace_id, id, email, expires_at }: Invitation, nowMs: number): Write {
  return {
    put: toItem('EmailReservation', {
      workspace_id,
      email_hash: hashOfKey(email),
      reserved_by: id,
      expires_at_ms: Date.parse(expires_at),
    }),
    condition: { expiredBefore: nowMs },
    onConflict: reservationConflictError,
  };
}

function reservedBy({ id }: Invitation): Condition {
  return { attribute: 'reserved_by', is: id };
}

function reservationConflictError(holder: Item | undefined): ApiError {
  if (String(holder?.reserved_by).startsWith('usr_')) {
    return new ApiError('already_member', 'A member of the workspace already has this email address.');
  }
  return new ApiError('already_invited', 'An open invitation to this email address already exists.', {
    extensions: { invitation_id: holder?.reserved_by },
  });
}

function invitationKey(workspaceId: string, id: string) {
  return keyOf('Invitation', { workspace_id: workspaceId, id });
}

function invitationOf(stored: Invitation | PlainInvitation): Invitation {
  if ('version' in stored) return stored;
  const { created_at } = stored;
  return {
    ...stored,
    // The first of them said pending, and meant the same.
    status: 'sent',
    send_count: 1,
    sent_at: created_at,
    mail: 'none',
    accepted_at: null,
    user_id: null,
    version: UNVERSIONED,
  };
}
