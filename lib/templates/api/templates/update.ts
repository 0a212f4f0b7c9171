import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { updateSchema } from '../../../core/api/request-fields.ts';
import { templateFields } from './requests.ts';
import { TemplateResponse } from './responses.ts';

const { name, text, variables, accounts, handles, platform_options } = templateFields;

// Responses have null for the fields of other kinds, which clients send back.
// biome-ignore format: one field per line.
export const TemplateUpdate = updateSchema({
  name,
  text: z.nullable(text).check(z.meta({ description: 'The text of a snippet, a hashtag group or a signature. Null only for other kinds, as in responses.', examples: ['{{product}} is here. {{url}}'] })),
  variables: z.nullable(variables).check(z.meta({ description: 'The defaults of variables of the text. A variable without a default, or with null, has to be given with each use. Null only for other kinds.', examples: [{ url: 'https://example.com' }] })),
  accounts: z.nullable(accounts).check(z.meta({ description: 'The ids of the accounts of an account set. Null only for other kinds.', examples: [['acc_01K00000000000000000000000']] })),
  handles: z.nullable(handles).check(z.meta({ description: 'The text of a saved mention by platform. A platform without one shows the name of the template. Null only for other kinds.', examples: [{ x: '@acme', bluesky: '@acme.example.com' }] })),
  platform_options: z.nullable(platform_options).check(z.meta({ description: 'The default options by platform. Null only for other kinds.', examples: [{ linkedin: { visibility: 'public', first_comment: 'More: https://example.com' } }] })),
});

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
