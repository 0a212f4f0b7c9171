import type { Role } from './api/session.ts';
import { t } from './language/texts.ts';

// From the most to the fewest permissions. A role that the API adds does not compile without its row.
const KNOWN: Record<Role, true> = {
  owner: true,
  admin: true,
  content_manager: true,
  editor: true,
  approver: true,
  analyst: true,
  viewer: true,
};

export const ROLES = Object.keys(KNOWN) as Role[];

/** Return the name of a role as people write it. One that this version does not know is named as the API names it. */
export function roleName(role: string): string {
  return Object.hasOwn(KNOWN, role) ? t(`team.role_${role as Role}`) : role;
}
