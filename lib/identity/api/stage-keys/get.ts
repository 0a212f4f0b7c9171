import { defineOperation } from '../../../core/api/define-operation.ts';
import { StageKeyResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'stage-keys.get',
  route: 'GET /v1/stage-keys/{id}',
  summary: 'Retrieve a stage key',
  description: 'Return a stage key whose rights yours has too, without its secret.',
  permissions: ['stage_keys:write'],
  stage: true,
  example: { params: { id: 'skey_01K00000000000000000000001' } },
});

export const response = StageKeyResponse;
