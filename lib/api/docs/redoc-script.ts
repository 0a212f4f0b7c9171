import { defineOperation } from '../define-operation.ts';
import { TextResponse } from '../response-fields.ts';

export const operation = defineOperation({
  id: 'docs.redoc-script',
  route: 'GET /v1/docs/redoc.js',
  summary: 'Retrieve the documentation script',
  description: 'Return the script of the documentation page: Redoc, under the MIT license.',
  permissions: 'none',
  isFile: true,
  response: TextResponse,
  contentTypes: ['text/javascript'],
});
