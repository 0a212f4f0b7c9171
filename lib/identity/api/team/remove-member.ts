import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'team.remove-member',
  route: 'DELETE /v1/team/members/{id}',
  summary: 'Remove a member',
  description:
    'Remove the member from the workspace. Their API keys, tokens and open invitations are revoked. The last owner cannot be removed.',
  permissions: ['team:write'],
  errors: ['owner_required', 'last_owner'],
  access: {
    get: ['Counter'],
    list: ['Member'],
    put: ['Tombstone'],
    add: ['Counter'],
    remove: ['Member', 'EmailReservation'],
  },
  example: { params: { id: 'usr_01K00000000000000000000002' } },
});

export const response = DeletedResponse;
