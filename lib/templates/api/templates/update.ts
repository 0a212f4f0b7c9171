import { defineOperation } from '../../../core/api/define-operation.ts';
import { updateSchema } from '../../../core/api/request-fields.ts';
import { templateFields } from './requests.ts';
import { TemplateResponse } from './responses.ts';

export const TemplateUpdate = updateSchema(templateFields);

export const operation = defineOperation({
  id: 'templates.update',
  route: 'PUT /v1/templates/{id}',
  summary: 'Update a template',
  description:
    'Rename a template or replace fields of its kind. Omitted fields do not change; with a new `text`, the variables that it still has keep their defaults. Content items that were written with the template do not change.',
  permissions: ['content:write'],
  ifMatch: true,
  etag: true,
  body: TemplateUpdate,
  errors: ['duplicate_name'],
  access: { get: ['Template', 'Account'], put: ['Template', 'TemplateName'], remove: ['TemplateName'] },
  example: { params: { id: 'tpl_01K00000000000000000000000' }, body: { name: 'Spring launch' } },
});

export const response = TemplateResponse;
