import { assertHoldsAll, missingPermissions, type Permission, type Role } from '../../core/api/permission.ts';
import { lastOwner } from '../problems.ts';
import type { Member } from './member.ts';
import { assertOwnerMayAssign, type Grantor, grantedPermissions } from './role-assignment.ts';

/** Changes to a member; omitted fields stay unchanged. */
export type MemberEdit = { name?: string | undefined; role?: Role | undefined; permissions?: Permission[] | undefined };

/** Throw 403 unless the manager holds all permissions of the member, and is an owner for an owner. */
export function assertCanManage(member: Member, manager: Grantor): void {
  assertHoldsAll(
    manager.permissions,
    member.permissions,
    'You cannot manage a member with permissions you do not have.',
  );
  assertOwnerMayAssign(member.role, manager);
}

/**
 * Apply changes to a member; the same object if nothing changes.
 * A new role sets its permissions unless narrower ones are given. Throws as `assertCanManage` and `grantedPermissions`.
 */
export function editMember(member: Member, input: MemberEdit, manager: Grantor): Member {
  assertCanManage(member, manager);
  const { name = member.name, role = member.role } = input;
  const isRegranted = input.permissions !== undefined || role !== member.role;
  const permissions = isRegranted ? grantedPermissions(role, input.permissions, manager) : member.permissions;
  const after = { ...member, name, role, permissions };
  return name === member.name && !changesRights(member, after) ? member : after;
}

/** Return whether a change gives a member another role or other permissions. */
export function changesRights(before: Member, after: Member): boolean {
  const holdsSame = after.permissions.length === before.permissions.length && !loses(before, after.permissions);
  return after.role !== before.role || !holdsSame;
}

function loses({ permissions }: Member, after: readonly Permission[]): boolean {
  return missingPermissions(after, permissions).length > 0;
}

/** Return true if a change takes the role or a permission from an owner. `after` is null on removal. */
export function reducesOwner(before: Member, after: Member | null): boolean {
  if (before.role !== 'owner') return false;
  return after?.role !== 'owner' || loses(before, after.permissions);
}

/** Throw 409 unless another owner holds every permission of this one. */
export function assertNotLastOwner(leaving: Member, owners: readonly Member[]): void {
  const others = owners.filter(({ id }) => id !== leaving.id);
  if (others.some(({ permissions }) => missingPermissions(permissions, leaving.permissions).length === 0)) return;
  throw lastOwner('A workspace must have an owner. Make another member an owner first.');
}

/** Build the API view of a member. */
export function toMemberView({ id, name, email, role, permissions }: Member): Record<string, unknown> {
  return { id, name, email, role, permissions };
}
