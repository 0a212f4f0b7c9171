import { defineOperation } from '../define-operation.ts';
import { TextResponse } from '../response-fields.ts';

export const operation = defineOperation({
  id: 'docs.html',
  route: 'GET /v1/docs',
  summary: 'Retrieve the documentation page',
  description: 'Return this document as an HTML page. All assets are served from this host.',
  permissions: 'none',
  response: TextResponse,
  contentTypes: ['text/html'],
});
