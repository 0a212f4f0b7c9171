import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { lazy } from '../lazy.ts';

/** An OpenAPI document, which this API does not describe further. */
export const OpenApiResponse = lazy(() => z.record(z.string(), z.unknown()));

export const operation = defineOperation({
  id: 'docs.openapi',
  route: 'GET /v1/openapi.json',
  summary: 'Retrieve the OpenAPI document',
  description: 'Return this document in OpenAPI 3.1, generated from the declarations that the service is built from.',
  permissions: 'none',
  isFile: true,
  response: OpenApiResponse,
});
