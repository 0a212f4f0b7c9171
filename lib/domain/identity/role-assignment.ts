import { ApiError, validationError } from '../api-error.ts';
import { assertHoldsAll, missingPermissions, type Permission, ROLES, type Role } from './permission.ts';

/** Who gives rights, or takes them: what their token may do, and the role of the person. */
export interface Grantor {
  role: Role;
  permissions: readonly Permission[];
}

/**
 * The permissions given with a role: the role's, or the narrower list asked for. Throws 422 when the list goes
 * beyond the role, 403 when the grantor lacks what would be given, or when the role is owner and theirs is
 * not. Contract, sections 2 and 6.
 */
export function grantedPermissions(
  role: Role,
  asked: Permission[] | undefined,
  grantor: Grantor,
): Permission[] {
  const granted = asked ?? [...ROLES[role]];
  const beyond = missingPermissions(ROLES[role], granted);
  if (beyond.length > 0) {
    throw validationError([
      {
        pointer: '/permissions',
        code: 'beyond_role',
        detail: `The role ${role} does not include ${beyond.join(', ')}.`,
      },
    ]);
  }
  assertCanGrant(role, granted, grantor);
  return granted;
}

/** Throws 403 unless this person may give these permissions with this role. */
export function assertCanGrant(role: Role, granted: readonly Permission[], grantor: Grantor): void {
  assertHoldsAll(grantor.permissions, granted, 'You cannot grant permissions you do not hold.');
  assertOwnerMayAssign(role, grantor);
}

/** Throws 403 when the role is owner and the grantor is none: an admin holds as much, and yet is not one. */
export function assertOwnerMayAssign(role: Role, grantor: Grantor): void {
  if (role === 'owner' && grantor.role !== 'owner') {
    throw new ApiError('owner_required', 'Only an owner can add, change or remove an owner.');
  }
}
