import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'stage-keys.delete',
  route: 'DELETE /v1/stage-keys/{id}',
  summary: 'Revoke a stage key',
  description:
    'Revoke a stage key whose rights yours has too, also your own. Its tokens become invalid within 60 seconds. What it has created in workspaces stays. `npm run workspace -- stage-key` creates another one.',
  permissions: ['stage_keys:write'],
  stage: true,
  access: { put: ['ApiKey'], add: ['Counter'] },
  example: { params: { id: 'skey_01K00000000000000000000002' } },
});

export const response = DeletedResponse;
