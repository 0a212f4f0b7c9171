import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'team.end-sessions',
  route: 'DELETE /v1/team/members/{id}/sessions',
  summary: 'End all sessions of a member',
  description:
    'End all sessions of a member, delete their passkeys, and end their sign-in links and the review links that they have created. Access tokens of the sessions become invalid within 60 seconds. The member can sign in again with a new link. API keys of the member stay: revoke them with `DELETE /v1/keys/{id}`.',
  permissions: ['team:write'],
  errors: ['owner_required'],
  access: {
    get: ['Counter'],
    list: ['Passkey', 'SignInLink'],
    put: ['Member', 'Tombstone'],
    add: ['Counter'],
    remove: ['Passkey', 'PasskeyCredential', 'SignInLink'],
  },
  example: { params: { id: 'usr_01K00000000000000000000001' } },
});

export const response = DeletedResponse;
