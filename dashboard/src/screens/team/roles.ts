import type { Schemas } from '../../api/client.ts';
import type { Role } from '../../api/session.ts';

interface RoleDescription {
  role: Role;
  name: string;
  may: string;
}

// A role that the API adds does not compile without its description.
const DESCRIPTIONS: Record<Role, Omit<RoleDescription, 'role'>> = {
  owner: { name: 'Owner', may: 'Full access. Only an owner can grant or remove this role.' },
  admin: { name: 'Admin', may: 'Full access, except managing owners.' },
  content_manager: { name: 'Content manager', may: 'Create, schedule and publish posts; read analytics.' },
  editor: { name: 'Editor', may: 'Create posts and submit them for approval. Cannot publish.' },
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
  none: 'No email sent: no sender is configured',
  pending: 'Sending email',
  sent: 'Email sent',
  failed: 'Email rejected. Check the email address',
};

/** Say what happened to the email of an invitation. */
export function mailText(mail: MailStatus): string {
  return MAIL[mail];
}
