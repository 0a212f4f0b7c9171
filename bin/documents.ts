import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDraft, moveIntoCache, removeExpired } from '../lib/bundle/cached-folder.ts';
import { documentsPath } from '../lib/bundle/documents.ts';

// Prints the folder of the OpenAPI documents, after it has built them if the declarations have changed.
const folder = documentsPath();
if (!existsSync(folder)) {
  const { buildDocuments } = await import('../tools/generate/documents.ts');
  removeExpired(dirname(folder));
  const draft = createDraft(folder);
  for (const [name, document] of Object.entries(buildDocuments())) {
    writeFileSync(join(draft, name), `${JSON.stringify(document, null, 2)}\n`);
  }
  if (documentsPath() !== folder) throw new Error('The sources have changed while they were read. Try again.');
  moveIntoCache(draft, folder);
}
console.log(folder);
