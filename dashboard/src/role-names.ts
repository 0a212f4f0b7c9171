import type { Role } from './api/session.ts';
import { t } from './language/texts.ts';
import { capitalize, toWords } from './words.ts';

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

/** Return the name of a role as it begins a text. One that this version does not know is named as the API names it. */
export function roleName(role: string): string {
  return isKnown(role) ? capitalize(roleInSentence(role)) : role;
}

/** Return the name of a role within a text. One that this version does not know is written as words. */
export function roleInSentence(role: string): string {
  return isKnown(role) ? t(`components.role_${role}`) : toWords(role);
}

function isKnown(role: string): role is Role {
  return Object.hasOwn(KNOWN, role);
}
