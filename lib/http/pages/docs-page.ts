import { hashOf, htmlHeaders } from './html.ts';

// The renderer creates empty style elements and fills them by script: the policy requires the hash of those.
const EMPTY_STYLE_HASH = hashOf('');

/** Allows the page its script, requests to this origin, and images and fonts of the script. */
const ALLOWED = [
  "script-src 'self'",
  `style-src '${EMPTY_STYLE_HASH}'`,
  "connect-src 'self'",
  'img-src data:',
  'font-src data:',
  'worker-src blob:',
].join('; ');

/** Return the headers of the documentation page. */
export function docsPageHeaders(): Record<string, string> {
  return htmlHeaders(ALLOWED);
}

/** Build the documentation page. All its resources are served by this API. */
export function docsPage(): string {
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Content Intelligence Service API reference</title>';
  const body =
    '<noscript><a href="/v1/openapi.json">The OpenAPI document</a> is drawn here by a script.</noscript><redoc spec-url="/v1/openapi.json" disable-telemetry="true"></redoc><script type="module" src="/v1/docs/redoc.js"></script>';
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`;
}
