import { operation } from '../../lib/api/docs/html.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { docsPage, docsPageHeaders } from '../../lib/http/pages/docs-page.ts';

/** The documentation page: the script beside it draws the OpenAPI document. */
export const handler = defineEndpoint(operation, async () => ({
  status: 200,
  headers: docsPageHeaders(),
  body: docsPage(),
}));
