import { hashOf, htmlHeaders } from './html.ts';

// The renderer makes style elements without text and fills them by script: the policy asks for the hash of that.
const NOTHING = hashOf('');

/**
 * What the page may do: run our script, ask this origin, show the pictures and letters that are in the script.
 * Nothing of it goes anywhere else.
 */
const ALLOWED = [
  "script-src 'self'",
  `style-src '${NOTHING}'`,
  "connect-src 'self'",
  'img-src data:',
  'font-src data:',
  'worker-src blob:',
].join('; ');

/** The headers of the documentation page. */
export function docsPageHeaders(): Record<string, string> {
  return htmlHeaders(ALLOWED);
}

/** The documentation page. Everything it needs has an address beside its own. */
export function docsPage(): string {
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Content Intelligence Service API reference</title>';
  const body =
    '<noscript><a href="/v1/openapi.json">The OpenAPI document</a> is drawn here by a script.</noscript><redoc spec-url="/v1/openapi.json" disable-telemetry="true"></redoc><script type="module" src="/v1/docs/redoc.js"></script>';
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`;
}
