import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildDashboard } from '../../dashboard/build.ts';
import { clientsPage } from './clients-page.ts';
import { DOCS_STORAGE_SCRIPT, docsPage } from './docs-page.ts';
import { llmsIndex, toPublishedMarkdown } from './published-documents.ts';

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

/** The documents that the documentation is made from. */
export interface SiteDocuments {
  openapi: { paths: Record<string, Record<string, { operationId: string }>> };
  /** The code samples of operations, by the id of the operation. */
  samples: Record<string, object[]>;
  /** The text of each published document, by its path. */
  texts: Record<string, string>;
}

/** Write the files of the dashboard (`app/`), of the documentation (`docs/`) and `llms.txt` into `folder`. */
export function writeSiteFiles(folder: string, { openapi, samples, texts }: SiteDocuments): void {
  buildDashboard(join(folder, 'app'));
  const docs = join(folder, 'docs');
  mkdirSync(join(docs, 'assets'), { recursive: true });
  const script = `assets/redoc-${shortHash(readFileSync(DOCS_SCRIPT_FILE))}.js`;
  const storage = `assets/storage-${shortHash(DOCS_STORAGE_SCRIPT)}.js`;
  copyFileSync(DOCS_SCRIPT_FILE, join(docs, script));
  writeFileSync(join(docs, storage), DOCS_STORAGE_SCRIPT);
  writeFileSync(join(docs, 'openapi.json'), JSON.stringify(withSamples(openapi, samples)));
  writeFileSync(join(docs, 'index.html'), docsPage(script, storage, 'openapi.json'));
  mkdirSync(join(docs, 'clients'));
  writeFileSync(join(docs, 'clients/index.html'), clientsPage(texts['clients.md']!));
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(docs, path)), { recursive: true });
    writeFileSync(join(docs, path), toPublishedMarkdown(path, text));
  }
  // Clients look for it at the root of a host, too. Its links begin with a slash.
  for (const path of [folder, docs]) writeFileSync(join(path, 'llms.txt'), llmsIndex(texts));
}

/** Add the samples to the operations, as the extension that the renderer shows as tabs. */
function withSamples(openapi: SiteDocuments['openapi'], samples: SiteDocuments['samples']): object {
  return JSON.parse(JSON.stringify(openapi), (_, value) =>
    value !== null && samples[value.operationId] ? { ...value, 'x-codeSamples': samples[value.operationId] } : value,
  );
}

function shortHash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, HASH_DIGITS);
}
