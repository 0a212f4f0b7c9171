import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'keys.delete',
  route: 'DELETE /v1/keys/{id}',
  summary: 'Revoke an API key',
  description:
    'Revoke an API key of any member. Its tokens become invalid within 60 seconds. To revoke the last key of an owner or the last key that can administer the workspace, you need all its permissions. A session without `keys:write` can revoke the keys of the applications that its member has authorized.',
  permissions: ['keys:write'],
  ownApplications: true,
  errors: ['last_admin_key'],
  access: { get: ['Counter'], put: ['ApiKey'], add: ['Counter'], indexes: ['by_parent'] },
  example: { params: { id: 'key_01K00000000000000000000002' } },
});

export const response = DeletedResponse;
