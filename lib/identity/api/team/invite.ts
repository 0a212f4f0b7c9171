import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { EmailAddress } from '../../../core/api/request-fields.ts';
import { permissions, role } from './requests.ts';
import { InviteResponse } from './responses.ts';

export const TeamInvite = z.strictObject({
  email: EmailAddress,
  role,
  permissions: z.optional(permissions).check(z.meta({ examples: [['content:read']] })),
});

export const operation = defineOperation({
  id: 'team.invite',
  route: 'POST /v1/team/invite',
  summary: 'Create an invitation',
  description:
    'Invite a person by email. The invitation expires after seven days. At most five invitation emails per day are sent to an email address. A service without email returns `link` and `token` once; send the link to the person yourself. A session requires a sign-in within the last ten minutes. You cannot grant permissions you do not have. While the workspace requires approval, only owners and members who can approve can give a role that can approve.',
  permissions: ['team:write'],
  showsSecret: true,
  body: TeamInvite,
  status: 201,
  errors: [
    'recent_sign_in_required',
    'owner_required',
    'approval_not_permitted',
    'already_member',
    'already_invited',
    'invitation_limit',
  ],
  access: {
    get: ['WorkspaceSettings'],
    put: ['Invitation', 'InvitationToken', 'EmailReservation'],
    add: ['EmailCount'],
  },
  example: { body: { email: 'new.colleague@example.com', role: 'editor' } },
});

export const response = InviteResponse;
