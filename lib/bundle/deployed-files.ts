import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eventDescriptions } from '../agents/events/event-descriptions.ts';
import { CATALOG_FILE } from '../agents/skills/catalog.ts';
import { readDocument } from './documents.ts';
import { PUBLISHED_DOCUMENTS, sourceOf } from './published-documents.ts';
import { routeEntries } from './route-entries.ts';
import { SITE_FOLDER, writeSiteFiles } from './site-files.ts';
import { skillCatalog } from './skill-catalog.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Write the files that functions return or upload next to their bundles, whose folders `folderOf` returns. */
export function writeDeployedFiles(folderOf: (name: string) => string): void {
  const writeFile = (name: string, file: string, content: string | Buffer) => {
    mkdirSync(folderOf(name), { recursive: true });
    writeFileSync(join(folderOf(name), file), content);
  };
  const write = (name: string, file: string, text: string) =>
    writeFile(name, `${file}.gz`, gzipSync(text, { level: 9 }));
  const read = (path: string) => readFileSync(join(ROOT, sourceOf(path)), 'utf8');
  const openapi = JSON.parse(readDocument('openapi.json'));
  write('docs/openapi', 'openapi.json', JSON.stringify(openapi));
  write('mcp', 'events.json', JSON.stringify(eventDescriptions()));
  write('unmatched', 'routes.json', JSON.stringify(routeEntries()));
  // Read as it is, by requests that name a skill only.
  writeFile('mcp', CATALOG_FILE, JSON.stringify(skillCatalog()));
  writeSiteFiles(join(folderOf('on-site-change'), SITE_FOLDER), {
    openapi,
    samples: JSON.parse(readDocument('code-samples.json')),
    texts: Object.fromEntries(PUBLISHED_DOCUMENTS.map((path) => [path, read(path)])),
  });
}
