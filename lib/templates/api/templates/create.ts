import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { TEMPLATE_KINDS } from '../../rules/template.ts';
import { templateFields } from './requests.ts';
import { TemplateResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const TemplateCreate = z.strictObject({
  kind: z.enum(TEMPLATE_KINDS).check(z.meta({ description: '`snippet`: the text of a post. `hashtags`, `signature`: what follows a text. `account_set`: accounts that publish together. `mention`: a name with its handle on each platform. `options`: default options by platform.', examples: ['snippet'] })),
  name: templateFields.name,
  text: z.optional(templateFields.text),
  variables: z.optional(templateFields.variables),
  accounts: z.optional(templateFields.accounts),
  handles: z.optional(templateFields.handles),
  platform_options: z.optional(templateFields.platform_options),
});

export const operation = defineOperation({
  id: 'templates.create',
  route: 'POST /v1/templates',
  summary: 'Create a template',
  description:
    'Create a template that the members of the workspace share. A snippet, a hashtag group and a signature have a `text`, with the defaults of its `variables`; an account set has `accounts`, a saved mention `handles`, and default options `platform_options`. Requests for content items name it in `templates`. A saved mention stands in any text of an item as `{{@name}}`. A workspace can have up to 500 templates.',
  permissions: ['content:write'],
  etag: true,
  location: true,
  body: TemplateCreate,
  status: 201,
  errors: ['duplicate_name', 'template_limit'],
  access: { get: ['Account'], put: ['Template', 'TemplateName'], add: ['Counter'] },
  example: {
    body: {
      kind: 'snippet',
      name: 'Launch',
      text: '{{product}} is here. {{url}}',
      variables: { url: 'https://example.com' },
    },
  },
});

export const response = TemplateResponse;
