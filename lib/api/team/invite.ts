import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { permissions, role } from './requests.ts';
import { InviteResponse } from './responses.ts';

// RFC 5321, section 4.5.3.1.1.
const MAX_LOCAL_PART = 64;

export const TeamInvite = z.strictObject({
  email: z
    .email('Must be an email address.')
    .max(254)
    .refine((address) => address.lastIndexOf('@') <= MAX_LOCAL_PART, 'Must be an email address.'),
  role,
  permissions: permissions.optional(),
});

export const operation = defineOperation({
  id: 'team.invite',
  route: 'POST /v1/team/invite',
  summary: 'Create an invitation',
  description:
    'Invite a person by email. The invitation expires after seven days. At most five invitation emails a day are sent to one address. You cannot grant permissions you do not hold.',
  permissions: ['team:write'],
  showsSecret: true,
  body: TeamInvite,
  status: 201,
  errors: ['owner_required', 'already_member', 'already_invited', 'invitation_limit'],
  access: { put: ['Invitation', 'InvitationToken', 'EmailReservation'], add: ['InvitationEmailCount'] },
  example: { body: { email: 'new.colleague@example.com', role: 'editor' } },
});

export const response = InviteResponse;
