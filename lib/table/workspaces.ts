import type { Member } from '../domain/identity/member.ts';
import type { Plan, Workspace } from '../domain/identity/workspace.ts';
import type { Write } from './commit.ts';
import { type Page, type PageRequest, pageWithTotal } from './page.ts';
import { load } from './read.ts';
import { hashOfKey, type Item, keyOf, partition, toItem } from './schema.ts';

/** A workspace, or null. */
export function loadWorkspace(id: string): Promise<Workspace | null> {
  return load<Workspace>(keyOf('Workspace', { id }));
}

/** A new workspace. */
export function workspaceWrite(workspace: Workspace): Write {
  return { put: toItem('Workspace', workspace), condition: 'absent' };
}

/** A workspace on another plan. Nothing else of it ever changes. */
export function planWrite(workspace: Workspace, plan: Plan): Write {
  return { put: toItem('Workspace', { ...workspace, plan }), condition: 'present' };
}

/** A member, and the address they are known by: an address belongs to one person or one invitation. */
export function memberWrites(member: Member): Write[] {
  return [
    { put: memberItem(member), condition: 'absent' },
    { put: memberEmailReservation(member), condition: 'absent' },
  ];
}

/** A member as the table stores them. */
export function memberItem(member: Member): Item {
  return toItem('Member', member);
}

/** That an address belongs to a member, until they are removed. */
export function memberEmailReservation(member: Member): Item {
  return toItem('EmailReservation', { ...emailOf(member), reserved_by: member.id, expires_at_ms: null });
}

function emailOf({ workspace_id, email }: Member) {
  return { workspace_id, email_hash: hashOfKey(email.toLowerCase()) };
}

/** A member after a change. */
export function memberWrite(before: Member, after: Member): Write {
  return {
    put: memberItem({ ...after, version: (before.version ?? UNVERSIONED) + 1 }),
    condition: { version: before.version ?? null },
  };
}

const UNVERSIONED = -1;

/** Removes a member, and frees their address. Their keys open nothing from then on. */
export function deleteMemberWrites(member: Member): Write[] {
  const { workspace_id, id, version = null } = member;
  return [
    { delete: keyOf('Member', { workspace_id, id }), condition: { version } },
    { delete: keyOf('EmailReservation', emailOf(member)), condition: 'any' },
  ];
}

/** A member, or null. */
export function loadMember(workspaceId: string, id: string): Promise<Member | null> {
  return load<Member>(keyOf('Member', { workspace_id: workspaceId, id }));
}

/** Members in the order they joined. */
export function listMembers(
  workspaceId: string,
  request: PageRequest,
): Promise<Page<Member> & { total: number }> {
  const pk = partition('Member', 'pk', { workspace_id: workspaceId });
  return pageWithTotal<Member>({ partitions: [pk], descending: false }, request);
}
