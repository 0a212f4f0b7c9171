import * as z from 'zod';
import { INVITATION_STATUSES } from '../domain/identity/invitation.ts';
import { ROLE_NAMES } from '../domain/identity/permission.ts';
import { permissions as given, PersonName, pageFields } from './requests.ts';

const role = z.enum(ROLE_NAMES);
const permissions = given
  .min(1)
  .meta({ description: 'Those of the role, or fewer; left out, those of the role.' });

export const TeamInvite = z.strictObject({
  email: z.email('must be an email address').max(254),
  role,
  permissions: permissions.optional(),
});

export const InvitationsQuery = z.strictObject({
  ...pageFields,
  status: z.enum(INVITATION_STATUSES).optional(),
});

export const InvitationAccept = z.strictObject({
  token: z.string().max(512).meta({ description: 'As the mail has it.' }),
  name: PersonName,
});

export const MemberUpdate = z
  .strictObject({ name: PersonName, role, permissions })
  .partial()
  .refine((fields) => Object.keys(fields).length > 0, 'must have at least one field');
