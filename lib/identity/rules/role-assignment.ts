import { assertHoldsAll, missingPermissions, type Permission, ROLES, type Role } from '../../core/api/permission.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { ownerRequired } from '../problems.ts';

/** The member who grants permissions: those of their token, and their role. */
export type Grantor = { role: Role; permissions: readonly Permission[] };

/**
 * Return the permissions to grant with a role: the requested list, or those of the role. See docs/reference/team.md.
 * Throws a 422 beyond the role, and a 403 if the grantor lacks a permission or a non-owner assigns the role owner.
 */
export function grantedPermissions(role: Role, requested: Permission[] | undefined, grantor: Grantor): Permission[] {
  const granted = requested ?? [...ROLES[role]];
  const beyond = missingPermissions(ROLES[role], granted);
  if (beyond.length > 0) {
    throw fieldError('/permissions', 'beyond_role', `The role ${role} does not include ${beyond.join(', ')}.`);
  }
  assertCanGrant(role, granted, grantor);
  return granted;
}

/** Return whether a member may still grant these permissions with this role to others. */
export function mayGrant(role: Role, granted: readonly Permission[], grantor: Grantor): boolean {
  const needed: Permission[] = ['team:write', ...granted];
  return missingPermissions(grantor.permissions, needed).length === 0 && mayAssign(role, grantor);
}

/** Return whether a grantor may assign a role: only owners assign the role owner, even with equal permissions. */
function mayAssign(role: Role, grantor: Grantor): boolean {
  return role !== 'owner' || grantor.role === 'owner';
}

/** Throw a 403 unless the grantor may grant these permissions with this role. */
export function assertCanGrant(role: Role, granted: readonly Permission[], grantor: Grantor): void {
  assertHoldsAll(grantor.permissions, granted, 'You cannot grant permissions you do not have.');
  assertOwnerMayAssign(role, grantor);
}

/** Throw a 403 if a non-owner assigns the role owner. */
export function assertOwnerMayAssign(role: Role, grantor: Grantor): void {
  if (mayAssign(role, grantor)) return;
  throw ownerRequired('Only an owner can add, change or remove an owner.');
}
