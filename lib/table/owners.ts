import type { Member } from '../domain/identity/member.ts';
import type { Write } from './commit.ts';
import { load, query } from './read.ts';
import { entityAttributes, fromItem, keyOf, partition } from './schema.ts';

/** The owners of a workspace, and how many changes have taken something from one. */
export interface Owners {
  owners: Member[];
  changes: number;
}

/** The owners as they are now. */
export async function loadOwners(workspaceId: string): Promise<Owners> {
  // The number first: a change that comes after it is noticed by the write, and one before it by the list.
  const counted = await load<{ owner_changes?: number }>(counterKey(workspaceId));
  const items = await query({ pk: partition('Member', 'pk', { workspace_id: workspaceId }) });
  const owners = items.map((item) => fromItem<Member>(item)).filter(({ role }) => role === 'owner');
  return { owners, changes: counted?.owner_changes ?? 0 };
}

/**
 * The write that goes with taking something from an owner: the race is lost when another such change came
 * since the owners were read. So of two who remove each other, one stays.
 */
export function ownerChangeWrite(workspaceId: string, { changes }: Owners): Write {
  return {
    increment: counterKey(workspaceId),
    by: { owner_changes: 1 },
    set: entityAttributes('Counter'),
    ifBelow: { attribute: 'owner_changes', limit: changes + 1 },
  };
}

function counterKey(workspaceId: string) {
  return keyOf('Counter', { workspace_id: workspaceId, shard: 'owners' });
}
