import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'content.revoke-review-link',
  route: 'DELETE /v1/content/{id}/review-links/{link_id}',
  summary: 'Revoke a review link',
  description: 'Revoke a review link immediately. The comments and decisions of the reviewer remain.',
  permissions: ['content:write', 'content:approve'],
  access: { get: ['ReviewLink'], put: ['ReviewLink'] },
  example: { params: { id: 'cnt_01K00000000000000000000000', link_id: 'rvl_01K00000000000000000000001' } },
});

export const response = DeletedResponse;
