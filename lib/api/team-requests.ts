import * as z from 'zod';
import { INVITATION_STATUSES } from '../domain/identity/invitation.ts';
import { ROLE_NAMES } from '../domain/identity/permission.ts';
import { permissions as given, PersonName, pageFields } from './requests.ts';

const role = z.enum(ROLE_NAMES);
const permissions = given
  .min(1)
  .meta({ description: 'Must be a subset of the permissions of the role. Defaults to all of them.' });

export const TeamInvite = z.strictObject({
  email: z.email('Must be an email address.').max(254),
  role,
  permissions: permissions.optional(),
});

export const InvitationsQuery = z.strictObject({
  ...pageFields,
  status: z.enum(INVITATION_STATUSES).optional(),
});

export const InvitationAccept = z.strictObject({
  token: z.string().max(512).meta({ description: 'The token from the invitation email.' }),
  name: PersonName,
});

export const MemberUpdate = z
  .strictObject({ name: PersonName, role, permissions })
  .partial()
  .refine((fields) => Object.keys(fields).length > 0, 'Must contain at least one field.');
