import { defineOperation } from '../define-operation.ts';
import { TextResponse } from '../response-fields.ts';

export const operation = defineOperation({
  id: 'docs.html',
  route: 'GET /v1/docs',
  summary: 'Retrieve the documentation page',
  description:
    'Return this document as an HTML page. Its script is the one of an npm package, loaded from a public CDN and verified by its hash.',
  permissions: 'none',
  contentTypes: ['text/html'],
});

export const response = TextResponse;
