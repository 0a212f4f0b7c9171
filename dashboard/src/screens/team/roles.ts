import type { Schemas } from '../../api/client.ts';
import type { Role } from '../../api/session.ts';

interface RoleDescription {
  role: Role;
  name: string;
  may: string;
}

// A role that the API adds does not compile without its description.
const DESCRIPTIONS: Record<Role, Omit<RoleDescription, 'role'>> = {
  owner: { name: 'Owner', may: 'Everything. Only an owner can give, change or remove this role.' },
  admin: { name: 'Admin', may: 'Everything, except changes of owners.' },
  content_manager: { name: 'Content manager', may: 'Write, schedule and publish posts, and read analytics.' },
  editor: { name: 'Editor', may: 'Write posts and submit them for approval, but not publish them.' },
  approver: { name: 'Approver', may: 'Read posts, approve them and request changes.' },
  analyst: { name: 'Analyst', may: 'Read posts, the schedule and analytics.' },
  viewer: { name: 'Viewer', may: 'Read posts and the schedule.' },
};

/** The roles, from the most to the fewest permissions, in the words of a person who gives one. */
export const ROLES: readonly RoleDescription[] = (Object.keys(DESCRIPTIONS) as Role[]).map((role) => ({
  role,
  ...DESCRIPTIONS[role],
}));

/** Return the name of a role as people write it. */
export function roleName(role: string): string {
  return ROLES.find((known) => known.role === role)?.name ?? role;
}

/** Return the roles that a member can give: an owner all of them, others all but the owner. */
export function assignableRoles(ownRole: string): readonly RoleDescription[] {
  return ownRole === 'owner' ? ROLES : ROLES.filter(({ role }) => role !== 'owner');
}

/** Whether a member can change or remove another one: owners are changed by owners only. */
export function canChange(ownRole: string, role: Role): boolean {
  return role !== 'owner' || ownRole === 'owner';
}

type MailStatus = Schemas['Invitation']['mail'];

const MAIL: Record<MailStatus, string> = {
  none: 'No email: the operator has set no sender',
  pending: 'The email is being sent',
  sent: 'Email sent',
  failed: 'The email was rejected. Check the address',
};

/** Say what happened to the email of an invitation. */
export function mailText(mail: MailStatus): string {
  return MAIL[mail];
}
