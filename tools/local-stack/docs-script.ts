import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

/** The file that deployed stages load from a CDN (lib/api/docs-script.ts). */
export const DOCS_SCRIPT_FILE = join(
  import.meta.dirname,
  '../../node_modules/@redocly/cli/lib/chunks/redoc.standalone.js',
);

const PATH = '/_docs-script';

/**
 * Serve the script of the documentation page, so that the page of the local stage needs no internet. Return false,
 * having done nothing, for every other path.
 */
export function handleDocsScript(request: IncomingMessage, response: ServerResponse): boolean {
  const { pathname } = new URL(request.url ?? '/', 'http://page');
  if (pathname !== PATH) return false;
  request.resume();
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=300' });
  response.end(readFileSync(DOCS_SCRIPT_FILE));
  return true;
}
