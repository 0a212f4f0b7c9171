import type { Member } from '../domain/identity/member.ts';
import { assertNotLastOwner, reducesOwner } from '../domain/identity/member-policy.ts';
import type { Write } from '../table/commit.ts';
import { loadOwners, ownerChangeWrite } from '../table/members.ts';

/**
 * What goes with the change of a member when it takes something from an owner, and nothing otherwise. `after` is
 * null on removal. 409 when no other owner has what this one would lose.
 */
export async function ownerGuardWrites(before: Member, after: Member | null): Promise<Write[]> {
  if (!reducesOwner(before, after)) return [];
  const owners = await loadOwners(before.workspace_id);
  assertNotLastOwner(before, owners.owners);
  return [ownerChangeWrite(before.workspace_id, owners)];
}
