import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { buildConnectScript, buildDashboard } from '../../dashboard/build.ts';
import { DOCS_STORAGE_SCRIPT, docsPage } from './docs-page.ts';
import { DOCS_STYLE, shortHash } from './docs-style.ts';
import { guidePage, guidesPage } from './guide-page.ts';
import { llmsIndex, pageOf, toPublishedMarkdown } from './published-documents.ts';
import { type ReferenceSource, referenceDocument, withSamples } from './reference-document.ts';

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

/** The image of the renderer's link to its authors. The policy of the page blocks its host. */
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';
/** The smallest image. The link itself is hidden. */
const NO_IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/** The documents that the documentation is made from. */
export interface SiteDocuments {
  openapi: ReferenceSource;
  /** The code samples of operations, by the id of the operation. */
  samples: Record<string, object[]>;
  /** The text of each published document, by its path. */
  texts: Record<string, string>;
}

/** Write the files of the dashboard (`app/`), of the documentation (`docs/`), `connect.js` and `llms.txt` into `folder`. */
export function writeSiteFiles(folder: string, { openapi, samples, texts }: SiteDocuments): void {
  buildDashboard(join(folder, 'app'));
  const docs = join(folder, 'docs');
  mkdirSync(join(docs, 'assets'), { recursive: true });
  const asset = (name: string, content: string | Buffer) => {
    const extension = extname(name);
    const path = `assets/${basename(name, extension)}-${shortHash(content)}${extension}`;
    writeFileSync(join(docs, path), content);
    return path;
  };
  const document = withSamples(openapi, samples);
  const urls = {
    script: asset('redoc.js', readFileSync(DOCS_SCRIPT_FILE, 'utf8').replaceAll(LOGO, NO_IMAGE)),
    storage: asset('storage.js', DOCS_STORAGE_SCRIPT),
    reference: asset('reference.json', JSON.stringify(referenceDocument(document))),
  };
  asset('docs.css', DOCS_STYLE);
  writeFileSync(join(docs, 'openapi.json'), JSON.stringify(document));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('connect.js', buildConnectScript());
  write('docs/index.html', docsPage(urls, texts));
  write('docs/guides/index.html', guidesPage(texts));
  const published = Object.entries(texts).map(([path, text]) => [path, toPublishedMarkdown(path, text)] as const);
  for (const [path, text] of published) {
    write(`docs/${path}`, text);
    write(`${pageOf(path)}index.html`, guidePage(path, texts));
  }
  // Clients look for it at the root of a host, too. Its links begin with a slash.
  for (const path of ['llms.txt', 'docs/llms.txt']) write(path, llmsIndex(texts));
  write('docs/llms-full.txt', published.map(([path, text]) => `<!-- /docs/${path} -->\n\n${text}`).join('\n'));
}
