import type { Member, Plan, Workspace } from '../domain/workspace.ts';
import type { Write } from './commit.ts';
import { hashOfKey, itemOf, keyOf, partition } from './keys.ts';
import { type Page, type PageRequest, pageAndTotal } from './page.ts';
import { load } from './read.ts';

export function loadWorkspace(id: string): Promise<Workspace | null> {
  return load<Workspace>(keyOf('Workspace', { id }));
}

export function workspaceWrite(workspace: Workspace): Write {
  return { put: itemOf('Workspace', workspace), expect: 'absent' };
}

/** A workspace on another plan. Nothing else of it ever changes. */
export function planWrite(workspace: Workspace, plan: Plan): Write {
  return { put: itemOf('Workspace', { ...workspace, plan }), expect: 'present' };
}

/** A member, and the address they are known by: an address belongs to one person or one invitation. */
export function memberWrites(member: Member): Write[] {
  return [
    { put: itemOf('Member', member), expect: 'absent' },
    {
      put: itemOf('Email', {
        workspace_id: member.workspace_id,
        email_hash: hashOfKey(member.email.toLowerCase()),
        held_by: member.id,
        expires_at_ms: null,
      }),
      expect: 'absent',
    },
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
  return pageAndTotal<Member>({ partitions: [pk], descending: false }, request);
}
