import { defineOperation } from '../../../core/api/define-operation.ts';
import { TemplateResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'templates.get',
  route: 'GET /v1/templates/{id}',
  summary: 'Retrieve a template',
  description: 'Return the template.',
  permissions: ['content:read'],
  agents: true,
  etag: true,
  access: { get: ['Template'] },
  example: { params: { id: 'tpl_01K00000000000000000000000' } },
});

export const response = TemplateResponse;
