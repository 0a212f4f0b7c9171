import { defineOperation } from '../define-operation.ts';
import { DeletedResponse } from '../response-fields.ts';

export const operation = defineOperation({
  id: 'keys.delete',
  route: 'DELETE /v1/keys/{id}',
  summary: 'Revoke an API key',
  description: 'Revoke the key. Its tokens become invalid within 60 seconds.',
  permissions: ['keys:write'],
  response: DeletedResponse,
  access: { put: ['ApiKey'], add: ['Counter'] },
  example: { params: { id: 'key_01K00000000000000000000002' } },
});
