import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openapi } from '../api/openapi/openapi.ts';

// The package that lints the document brings the renderer along, in one file.
const REDOC = join(import.meta.dirname, '../../node_modules/@redocly/cli/lib/chunks/redoc.standalone.js');
// The one thing the renderer fetches from elsewhere: its makers' logo. A word takes its place.
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';
const WORD =
  'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2240%22%20height=%2214%22%3E%3Ctext%20y=%2211%22%20font-family=%22sans-serif%22%20font-size=%2211%22%20fill=%22%23777%22%3ERedoc%3C/text%3E%3C/svg%3E';

/** The renderer of the documentation page. Throws when it is no longer the one that is known here. */
function redocScript(): string {
  const script = readFileSync(REDOC, 'utf8');
  if (!script.includes(LOGO)) throw new Error(`${REDOC} has another logo: look at what it fetches.`);
  return script.replaceAll(LOGO, WORD);
}

/** Puts the files that functions answer beside their bundles in `outdir`, compressed. */
export function writeDocsFiles(outdir: string): void {
  const write = (file: string, text: string) =>
    writeFileSync(join(outdir, `${file}.gz`), gzipSync(text, { level: 9 }));
  write('docs/openapi/openapi.json', JSON.stringify(openapi()));
  write('docs/redoc-script/redoc.js', redocScript());
}
