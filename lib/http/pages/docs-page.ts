import { DOCS_SCRIPT } from '../../api/docs-script.ts';
import { escapeHtmlAttribute, hashOf, htmlHeaders } from './html.ts';

// The renderer creates empty style elements and fills them by script: the policy requires the hash of those.
const EMPTY_STYLE_HASH = hashOf('');
// The renderer links to its authors with a logo of another host. The policy blocks the image, so it is hidden.
const STYLE = 'img[src^="https://cdn.redoc.ly/"]{display:none}';

/**
 * Return the headers of the documentation page. Its policy allows the script at `scriptUrl`, requests to this origin,
 * and images and fonts that the script contains.
 */
export function docsPageHeaders(scriptUrl: string): Record<string, string> {
  return htmlHeaders(
    [
      `script-src ${scriptUrl}`,
      `style-src '${EMPTY_STYLE_HASH}' '${hashOf(STYLE)}'`,
      "connect-src 'self'",
      'img-src data:',
      'font-src data:',
      'worker-src blob:',
    ].join('; '),
  );
}

/** Build the documentation page. Its script, at `scriptUrl`, renders the OpenAPI document of this API. */
export function docsPage(scriptUrl: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Content Intelligence Service API reference</title><style>${STYLE}</style>`;
  const script = `<script type="module" src="${escapeHtmlAttribute(scriptUrl)}" integrity="${DOCS_SCRIPT.integrity}" crossorigin="anonymous"></script>`;
  const body = `<noscript><a href="/v1/openapi.json">The OpenAPI document</a> is rendered here by a script.</noscript><redoc spec-url="/v1/openapi.json" disable-telemetry="true"></redoc>${script}`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`;
}
