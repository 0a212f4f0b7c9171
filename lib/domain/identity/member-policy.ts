import { ApiError } from '../api-error.ts';
import type { Member } from './member.ts';
import { assertHoldsAll, missingPermissions, type Permission, type Role } from './permission.ts';
import { assertOwnerMayAssign, type Grantor, grantedPermissions } from './role-assignment.ts';

/** What is asked of a member; what is absent stays. */
export interface MemberEdit {
  name?: string | undefined;
  role?: Role | undefined;
  permissions?: Permission[] | undefined;
}

/**
 * Throws 403 unless this person may change or remove that member: who holds more than they do is out of their
 * reach, and an owner is for owners.
 */
export function assertCanManage(member: Member, manager: Grantor): void {
  assertHoldsAll(
    manager.permissions,
    member.permissions,
    'You cannot manage a member with permissions you do not hold.',
  );
  assertOwnerMayAssign(member.role, manager);
}

/**
 * The member as asked; the same object when they are so already. Another role comes with its permissions
 * unless narrower ones are asked for; the same role leaves them. Throws what `assertCanManage` and
 * `grantedPermissions` throw.
 */
export function editMember(member: Member, asked: MemberEdit, manager: Grantor): Member {
  assertCanManage(member, manager);
  const { name = member.name, role = member.role } = asked;
  const isRegranted = asked.permissions !== undefined || role !== member.role;
  const permissions = isRegranted ? grantedPermissions(role, asked.permissions, manager) : member.permissions;
  const holdsSame = member.permissions.length === permissions.length && !loses(member, permissions);
  if (name === member.name && role === member.role && holdsSame) return member;
  return { ...member, name, role, permissions };
}

function loses({ permissions }: Member, after: readonly Permission[]): boolean {
  return missingPermissions(after, permissions).length > 0;
}

/** True when a change takes something from an owner: the role, or a permission. `after` is null on removal. */
export function reducesOwner(before: Member, after: Member | null): boolean {
  if (before.role !== 'owner') return false;
  return after?.role !== 'owner' || loses(before, after.permissions);
}

/**
 * Throws 409 unless another owner holds everything that this one does: whatever an owner could do before the
 * change, an owner can do after it.
 */
export function assertNotLastOwner(leaving: Member, owners: readonly Member[]): void {
  const others = owners.filter(({ id }) => id !== leaving.id);
  if (others.some(({ permissions }) => missingPermissions(permissions, leaving.permissions).length === 0))
    return;
  throw new ApiError('last_owner', 'A workspace must have an owner. Make another member an owner first.');
}

/** A member as the API shows them. */
export function toMemberView({ id, name, email, role, permissions }: Member): Record<string, unknown> {
  return { id, name, email, role, permissions };
}
