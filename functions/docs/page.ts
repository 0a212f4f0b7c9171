import { docsPage, docsPageHeaders } from '../../lib/http/docs-page.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

/** The documentation page: the script beside it draws the OpenAPI document. */
export const handler = endpoint('docs.page', async () => ({
  status: 200,
  headers: docsPageHeaders(),
  body: docsPage(),
}));
