import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { pageFields } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { TEMPLATE_KINDS } from '../../rules/template.ts';
import { TemplateResponse } from './responses.ts';

export const TemplatesQuery = z.strictObject({ ...pageFields, kind: z.optional(z.enum(TEMPLATE_KINDS)) });

export const TemplateListResponse = /* @__PURE__ */ listResponse('templates', TemplateResponse, 'templates');

export const operation = defineOperation({
  id: 'templates.list',
  route: 'GET /v1/templates',
  summary: 'List templates',
  description: 'Return the templates of the workspace, oldest first. Filter by `kind`.',
  permissions: ['content:read'],
  agents: true,
  portals: true,
  query: TemplatesQuery,
  access: { get: ['Template'], list: ['Template'], indexes: ['by_category'] },
});

export const response = TemplateListResponse;
