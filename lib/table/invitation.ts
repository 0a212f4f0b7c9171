import {
  type Invitation,
  type InvitationStatus,
  type InvitationToken,
  notOpen,
} from '../domain/invitation.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Member } from '../domain/workspace.ts';
import type { Expectation, Write } from './commit.ts';
import { hashOfKey, type Item, itemOf, keyOf, partition } from './keys.ts';
import { type Listing, type Page, type PageRequest, pageAndTotal } from './page.ts';
import { load, loadReadable } from './read.ts';
import { holdOfMember, memberItem } from './workspace.ts';

/** An invitation of before they were sent by mail: nothing opens it, unless it is sent again. */
type PlainInvitation = Omit<
  Invitation,
  'sending' | 'sent_at' | 'mail' | 'accepted_at' | 'user_id' | 'version'
>;

const UNVERSIONED = -1;

/** A new invitation, and its hold on the address. */
export function invitationWrites(invitation: Invitation, nowMs: number): Write[] {
  return [{ put: itemOf('Invitation', invitation), expect: 'absent' }, holdWrite(invitation, nowMs)];
}

/** An invitation after a change that leaves its address alone. */
export function invitationWrite(before: Invitation, after: Invitation): Write {
  const version = before.version === UNVERSIONED ? null : before.version;
  return {
    put: itemOf('Invitation', { ...after, version: before.version + 1 }),
    expect: { version },
  };
}

/** An invitation sent again, and its hold on the address for as long. 409 when somebody else holds it by now. */
export function resendWrites(before: Invitation, after: Invitation, nowMs: number): Write[] {
  const hasEnded = Date.parse(before.expires_at) <= nowMs;
  // Until it ends the hold is its own; after that it has to be free.
  const expect = hasEnded ? { expiredBefore: nowMs } : heldBy(before);
  return [invitationWrite(before, after), { ...holdWrite(after, nowMs), expect }];
}

/** An invitation revoked, and its address free. */
export function revocationWrites(before: Invitation, after: Invitation, nowMs: number): Write[] {
  const hasEnded = Date.parse(before.expires_at) <= nowMs;
  // One that has expired holds nothing any more, and somebody else may.
  if (hasEnded) return [invitationWrite(before, after)];
  const { workspace_id, email } = before;
  const hold = keyOf('Email', { workspace_id, email_hash: hashOfKey(email) });
  return [invitationWrite(before, after), { remove: hold, expect: heldBy(before) }];
}

/** An invitation accepted: its member, to whom its hold on the address passes. */
export function acceptanceWrites(before: Invitation, after: Invitation, member: Member): Write[] {
  return [
    invitationWrite(before, after),
    { put: memberItem(member), expect: 'absent' },
    { put: holdOfMember(member), expect: heldBy(before), otherwise: notOpen },
  ];
}

/** The write that lets a token open this sending of an invitation. Only its hash is stored. */
export function invitationTokenWrite(invitation: Invitation, token: string): Write {
  const { workspace_id, id, sending, expires_at } = invitation;
  const record: InvitationToken = { hash: hashOfKey(token), workspace_id, invitation_id: id, sending };
  return { put: itemOf('InvitationToken', record, {}, Date.parse(expires_at)), expect: 'absent' };
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
  const found = await pageAndTotal<{ id: string }>(listingOf(workspaceId, status, nowMs), request);
  const whole = await loadReadable<Invitation | PlainInvitation>(
    found.records.map(({ id }) => invitationKey(workspaceId, id)),
  );
  return {
    records: whole.records.map(invitationOf),
    next: found.next,
    unreadable: found.unreadable + whole.unreadable,
    total: found.total,
  };
}

function listingOf(workspaceId: string, status: InvitationStatus | undefined, nowMs: number): Listing {
  const workspace_id = workspaceId;
  if (!status) return { partitions: [partition('Invitation', 'pk', { workspace_id })], descending: true };
  const stored = status === 'expired' ? 'sent' : status;
  // After everything that ends now, and before what ends later.
  const now = `${new Date(nowMs).toISOString()}#~`;
  return {
    index: 'by_facet',
    partitions: [partition('Invitation', 'facet_pk', { workspace_id, status: stored })],
    descending: true,
    ...(status === 'sent' ? { from: now } : {}),
    ...(status === 'expired' ? { to: now } : {}),
  };
}

function holdWrite({ workspace_id, id, email, expires_at }: Invitation, nowMs: number): Write {
  return {
    put: itemOf('Email', {
      workspace_id,
      email_hash: hashOfKey(email),
      held_by: id,
      expires_at_ms: Date.parse(expires_at),
    }),
    expect: { expiredBefore: nowMs },
    otherwise: refusalFor,
  };
}

function heldBy({ id }: Invitation): Expectation {
  return { attribute: 'held_by', is: id };
}

function refusalFor(holder: Item | undefined): Refusal {
  if (String(holder?.held_by).startsWith('usr_')) {
    return new Refusal('already_member', 'This address belongs to a member of the workspace.');
  }
  return new Refusal('already_invited', 'An invitation to this address is still open.', {
    members: { invitation_id: holder?.held_by },
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
    sending: 1,
    sent_at: created_at,
    mail: 'none',
    accepted_at: null,
    user_id: null,
    version: UNVERSIONED,
  };
}
