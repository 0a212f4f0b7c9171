import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'link-rules.delete',
  route: 'DELETE /v1/link-rules/{id}',
  summary: 'Delete a link rule',
  description: 'Delete a link rule. Items that are scheduled or submitted keep their URLs until they are edited.',
  permissions: ['content:publish'],
  access: { get: ['LinkRules'], put: ['LinkRules'] },
  example: { params: { id: 'lnk_01K00000000000000000000001' } },
});

export const response = DeletedResponse;
