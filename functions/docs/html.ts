import { operation } from '../../lib/api/docs/html.ts';
import { settings } from '../../lib/config/settings.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { docsPage, docsPageHeaders } from '../../lib/http/pages/docs-page.ts';

/** Return the documentation page, whose script renders the OpenAPI document. */
export const handler = defineEndpoint(operation, async () => {
  const { docsScriptUrl } = settings();
  return { status: 200, headers: docsPageHeaders(docsScriptUrl), body: docsPage(docsScriptUrl) };
});
