import { defineOperation } from '../../../core/api/define-operation.ts';
import { OpenApiResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'docs.openapi',
  route: 'GET /v1/openapi.json',
  summary: 'Retrieve the OpenAPI document',
  description: 'Return this document. The format is OpenAPI 3.1.',
  permissions: 'none',
  audience: 'browser',
  isFile: true,
});

export const response = OpenApiResponse;
