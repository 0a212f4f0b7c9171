import { defineOperation } from '../../../core/api/define-operation.ts';
import { InviteResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'team.resend-invitation',
  route: 'POST /v1/team/invitations/{id}/resend',
  summary: 'Resend an invitation',
  description:
    'Send the invitation email again with a new token. The new token expires after seven days; the previous token is revoked. A service without email returns `link` and `token` once. A session requires a sign-in within the last ten minutes.',
  permissions: ['team:write'],
  showsSecret: true,
  errors: [
    'recent_sign_in_required',
    'owner_required',
    'approval_not_permitted',
    'invalid_state_transition',
    'already_invited',
    'already_member',
    'sent_recently',
    'invitation_limit',
  ],
  access: {
    get: ['Invitation', 'WorkspaceSettings'],
    put: ['Invitation', 'InvitationToken', 'EmailReservation'],
    add: ['EmailCount'],
  },
  example: { params: { id: 'inv_01K00000000000000000000001' } },
});

export const response = InviteResponse;
