import type { Schemas } from '../../api/client.ts';
import type { Role } from '../../api/session.ts';
import { t } from '../../language/texts.ts';
import { ROLES, roleName } from '../../role-names.ts';

interface RoleDescription {
  role: Role;
  name: string;
  may: string;
}

/** Return the roles, from the most to the fewest permissions, in the words of a person who gives one. */
export function allRoles(): RoleDescription[] {
  return ROLES.map((role) => ({ role, name: roleName(role), may: t(`team.may_${role}`) }));
}

/** Return the roles that a member can give: an owner all of them, others all but the owner. */
export function assignableRoles(ownRole: string): RoleDescription[] {
  return allRoles().filter(({ role }) => role !== 'owner' || ownRole === 'owner');
}

/** Whether a member can change or remove another one: owners are changed by owners only. */
export function canChange(ownRole: string, role: Role): boolean {
  return role !== 'owner' || ownRole === 'owner';
}

type MailStatus = Schemas['Invitation']['mail'];

/** Say what happened to the email of an invitation. */
export function mailText(mail: MailStatus): string {
  return t(`team.mail_${mail}`);
}
