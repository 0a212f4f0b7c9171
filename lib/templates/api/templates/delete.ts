import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'templates.delete',
  route: 'DELETE /v1/templates/{id}',
  summary: 'Delete a template',
  description: 'Delete the template. Content items that were written with it do not change.',
  permissions: ['content:write'],
  ifMatch: true,
  access: { get: ['Template'], put: ['Tombstone'], add: ['Counter'], remove: ['Template', 'TemplateName'] },
  example: { params: { id: 'tpl_01K00000000000000000000001' } },
});

export const response = DeletedResponse;
