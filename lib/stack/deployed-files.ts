import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openapi } from '../api/openapi/openapi.ts';
import { routeEntries } from './route-entries.ts';

// @redocly/cli, which lints the document, contains the renderer as one file.
const REDOC = join(import.meta.dirname, '../../node_modules/@redocly/cli/lib/chunks/redoc.standalone.js');
// The only thing the renderer fetches from another host is this logo. An inline image replaces it.
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';
const WORD =
  'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2240%22%20height=%2214%22%3E%3Ctext%20y=%2211%22%20font-family=%22sans-serif%22%20font-size=%2211%22%20fill=%22%23777%22%3ERedoc%3C/text%3E%3C/svg%3E';

/** Read the renderer of the documentation page. Throws when its logo is not the expected one. */
function redocScript(): string {
  const script = readFileSync(REDOC, 'utf8');
  if (!script.includes(LOGO)) throw new Error(`${REDOC} has another logo: check what the renderer fetches.`);
  return script.replaceAll(LOGO, WORD);
}

/** Write the compressed files that functions return next to their bundles in `outdir`. */
export function writeDeployedFiles(outdir: string): void {
  const write = (file: string, text: string) =>
    writeFileSync(join(outdir, `${file}.gz`), gzipSync(text, { level: 9 }));
  write('docs/openapi/openapi.json', JSON.stringify(openapi()));
  write('docs/redoc-script/redoc.js', redocScript());
  write('unmatched/routes.json', JSON.stringify(routeEntries()));
}
