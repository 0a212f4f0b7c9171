import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDashboard } from '../../dashboard/build.ts';
import { DOCS_STORAGE_SCRIPT, docsPage } from './docs-page.ts';

/**
 * The script that renders the documentation page: Redoc, under the MIT license. `@redocly/cli`, which lints the OpenAPI
 * document, contains it as one file.
 */
export const DOCS_SCRIPT_FILE = join(
  import.meta.dirname,
  '../../node_modules/@redocly/cli/lib/chunks/redoc.standalone.js',
);

/** The folder of the files, in the folder of the function that uploads them. */
export const SITE_FOLDER = 'site';

const HASH_DIGITS = 12;

/** Write the files of the dashboard (`app/`) and of the documentation (`docs/`) into `folder`. */
export function writeSiteFiles(folder: string, openapi: string): void {
  buildDashboard(join(folder, 'app'));
  const docs = join(folder, 'docs');
  mkdirSync(join(docs, 'assets'), { recursive: true });
  const script = `assets/redoc-${shortHash(readFileSync(DOCS_SCRIPT_FILE))}.js`;
  const storage = `assets/storage-${shortHash(DOCS_STORAGE_SCRIPT)}.js`;
  copyFileSync(DOCS_SCRIPT_FILE, join(docs, script));
  writeFileSync(join(docs, storage), DOCS_STORAGE_SCRIPT);
  writeFileSync(join(docs, 'openapi.json'), openapi);
  writeFileSync(join(docs, 'index.html'), docsPage(script, storage, 'openapi.json'));
}

function shortHash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, HASH_DIGITS);
}
