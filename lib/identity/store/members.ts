import { sha256 } from '../../core/crypto/sha256.ts';
import type { Write } from '../../core/table/commit.ts';
import { counterEntity } from '../../core/table/entities.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, loadAll, loadPartition, query } from '../../core/table/read.ts';
import { type Item, keyOf, type PrimaryKey, partition, toItem } from '../../core/table/schema.ts';
import { counterIncrement, versioned } from '../../core/table/versioned.ts';
import { emailReservationEntity, memberEntity } from '../entities/members.ts';
import type { Member } from '../rules/member.ts';
import { STAGE_USER_ID, stageMember } from '../rules/stage.ts';

/** Build the writes of a new member and the reservation of their email address. */
export function memberWrites(member: Member): Write[] {
  return [memberWrite(null, member), { put: memberEmailReservation(member), condition: 'absent' }];
}

/** Build the write of a member: new, or after the version that was read. */
export function memberWrite(before: Member | null, after: Member): Write {
  return versioned(memberEntity, before, after);
}

/** Build the item that reserves an email address for a member until the member is removed, and finds them by it. */
export function memberEmailReservation(member: Member): Item {
  const reservation = { ...emailOf(member), reserved_by: member.id, expires_at_ms: null };
  return toItem(emailReservationEntity, reservation, { member_id: member.id });
}

/** Build the writes that remove a member and release their email address. */
export function deleteMemberWrites(member: Member): Write[] {
  const { workspace_id, id, version } = member;
  return [
    { delete: keyOf(memberEntity, { workspace_id, id }), condition: { version } },
    { delete: keyOf(emailReservationEntity, emailOf(member)), condition: 'any' },
  ];
}

/** Load a member of a workspace, or null. The user of the stage keys is a member of every one. */
export async function loadMember(workspaceId: string, id: string): Promise<Member | null> {
  return id === STAGE_USER_ID ? stageMember(workspaceId) : loadTeamMember(workspaceId, id);
}

/** Return the member of an id that was read with other items: no item stores the user of the stage keys. */
export function memberRead(workspaceId: string, id: string, stored: Member | null): Member | null {
  return id === STAGE_USER_ID ? stageMember(workspaceId) : stored;
}

/** Return the key of the item of a member: none for the user of the stage keys. */
export function memberKeys(workspaceId: string, id: string): PrimaryKey[] {
  return id === STAGE_USER_ID ? [] : [keyOf(memberEntity, { workspace_id: workspaceId, id })];
}

/** Load a member of a team, or null: a person whom the requests of the team name. */
export function loadTeamMember(workspaceId: string, id: string): Promise<Member | null> {
  return load<Member>(keyOf(memberEntity, { workspace_id: workspaceId, id }));
}

/** Load members of a team by their ids; removed ones are absent. */
export async function loadMembers(workspaceId: string, ids: readonly string[]): Promise<Map<string, Member>> {
  const keys = [...new Set(ids)].map((id) => keyOf(memberEntity, { workspace_id: workspaceId, id }));
  const members = await loadAll<Member>(keys);
  return new Map(members.flatMap((member) => (member ? [[member.id, member]] : [])));
}

/** List members in the order they joined, with their total. */
export function listMembers(workspaceId: string, request: PageRequest): Promise<TotalPage<Member>> {
  const pk = partition(memberEntity, 'pk', { workspace_id: workspaceId });
  return pageWithTotal<Member>({ partitions: [pk], descending: false }, request);
}

/** Load all members of a workspace, in the order they joined. */
export function loadAllMembers(workspaceId: string): Promise<Member[]> {
  return loadPartition<Member>(partition(memberEntity, 'pk', { workspace_id: workspaceId }));
}

/** Load the members that have an email address, of all workspaces, in the order they joined. */
export async function loadMembersByEmailHash(emailHash: string): Promise<Member[]> {
  const pk = partition(emailReservationEntity, 'parent_pk', { email_hash: emailHash });
  const reservations = await query({ index: 'by_parent', pk });
  const keys = reservations.map(({ list_sk }) => {
    const [id, workspace_id] = String(list_sk).split('#');
    return keyOf(memberEntity, { workspace_id, id });
  });
  const members = await loadAll<Member>(keys);
  return members.filter((member) => member !== null);
}

/** Return the hash by which members of an email address are found. */
export function emailHash(email: string): string {
  return sha256(email.toLowerCase());
}

/** The owners of a workspace, and the number of changes that have reduced an owner. */
export type Owners = { owners: Member[]; changes: number };

/** Load the current owners of a workspace. */
export async function loadOwners(workspaceId: string): Promise<Owners> {
  // The counter is read first: the write detects a later change, and the list shows an earlier one.
  const counter = await load<{ owner_changes?: number }>(
    keyOf(counterEntity, { workspace_id: workspaceId, name: 'owners' }),
  );
  const members = await loadAllMembers(workspaceId);
  return { owners: members.filter(({ role }) => role === 'owner'), changes: counter?.owner_changes ?? 0 };
}

/**
 * Build the write of a change that reduces an owner.
 * It fails after another such change, so two owners who remove each other cannot both succeed.
 */
export function ownerChangeWrite(workspaceId: string, { changes }: Owners): Write {
  return {
    ...counterIncrement(workspaceId, 'owners', { owner_changes: 1 }),
    ifBelow: { attribute: 'owner_changes', limit: changes + 1 },
  };
}

function emailOf({ workspace_id, email }: Member) {
  return { workspace_id, email_hash: emailHash(email) };
}
