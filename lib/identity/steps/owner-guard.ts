import type { Write } from '../../core/table/commit.ts';
import type { Member } from '../rules/member.ts';
import { assertNotLastOwner, reducesOwner } from '../rules/member-policy.ts';
import { loadOwners, ownerChangeWrite } from '../store/members.ts';

/**
 * Build the writes that guard a change which reduces the rights of an owner. Returns none for any other change. `after`
 * is null on removal. Throws 409 when no other owner has the rights that this one would lose.
 */
export async function ownerGuardWrites(before: Member, after: Member | null): Promise<Write[]> {
  if (!reducesOwner(before, after)) return [];
  const owners = await loadOwners(before.workspace_id);
  assertNotLastOwner(before, owners.owners);
  return [ownerChangeWrite(before.workspace_id, owners)];
}
