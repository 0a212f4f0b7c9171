import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'team.revoke-invitation',
  route: 'DELETE /v1/team/invitations/{id}',
  summary: 'Revoke an invitation',
  description: 'Invalidate the invitation token. You can invite the email address again.',
  permissions: ['team:write'],
  errors: ['invalid_state_transition'],
  access: { get: ['Invitation'], put: ['Invitation'], remove: ['EmailReservation'] },
  example: { params: { id: 'inv_01K00000000000000000000002' } },
});

export const response = DeletedResponse;
