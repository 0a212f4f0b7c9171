import { formatInstant } from './instant.ts';
import { missing, mustHold, type Permission, ROLES, type Role } from './permission.ts';
import { invalidFields } from './refusal.ts';

export const INVITATION_LIFETIME_DAYS = 7;

export interface Invitation {
  id: string;
  workspace_id: string;
  email: string;
  role: Role;
  permissions: Permission[];
  status: 'sent' | 'accepted' | 'expired' | 'revoked';
  invited_by: string;
  created_at: string;
  expires_at: string;
}

/**
 * The permissions an invitation grants: the role's, or the narrower list asked for. Throws 422 when the
 * list goes beyond the role, 403 when the inviter lacks what would be granted. Contract, sections 2 and 6.
 */
export function grantedPermissions(
  role: Role,
  asked: Permission[] | undefined,
  inviter: readonly Permission[],
): Permission[] {
  const granted = asked ?? [...ROLES[role]];
  const beyond = missing(ROLES[role], granted);
  if (beyond.length > 0) {
    throw invalidFields([
      {
        pointer: '/permissions',
        code: 'beyond_role',
        detail: `${beyond.join(', ')} is not part of the role ${role}.`,
      },
    ]);
  }
  mustHold(inviter, granted, 'Nobody can grant a permission they do not hold.');
  return granted;
}

/** A new invitation. The address is kept in lower case: one person, one spelling. */
export function newInvitation(
  asked: { email: string; role: Role; permissions: Permission[] },
  owner: { id: string; workspaceId: string; userId: string },
  nowMs: number,
): Invitation {
  return {
    id: owner.id,
    workspace_id: owner.workspaceId,
    email: asked.email.toLowerCase(),
    role: asked.role,
    permissions: asked.permissions,
    status: 'sent',
    invited_by: owner.userId,
    created_at: formatInstant(nowMs),
    expires_at: formatInstant(nowMs + INVITATION_LIFETIME_DAYS * 86_400_000),
  };
}
