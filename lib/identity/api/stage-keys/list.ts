import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { StageKeyResponse } from './responses.ts';

export const StageKeyListResponse = /* @__PURE__ */ listResponse('stage_keys', StageKeyResponse, 'stage keys');

export const operation = defineOperation({
  id: 'stage-keys.list',
  route: 'GET /v1/stage-keys',
  summary: 'List stage keys',
  description:
    'Return the stage keys whose rights yours has too, newest first, without their secrets. A page can have fewer than `limit`.',
  permissions: ['stage_keys:write'],
  stage: true,
  query: PageQuery,
  access: { indexes: ['by_parent'] },
});

export const response = StageKeyListResponse;
