import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles, isCached } from './cached-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/documents');
/** The program that builds the documents: this folder loads no code that is not deployed. */
const BUILDER = join(ROOT, 'bin/documents.ts');

/** A document that is built from the declarations: for the API, for generators of clients, and the samples of its page. */
export type DocumentName = 'openapi.json' | 'openapi-client.json' | 'code-samples.json';

/** What the documents are made from. A test compares it with the modules that build them. */
export const DOCUMENT_SOURCES =
  '{package.json,package-lock.json,bin/documents.ts,{lib,tools/{clients,generate,openapi}}/**/*}';

let current: string | undefined;

/**
 * Return the folder of the documents that the sources give, which are built unless the cache has them. Reads the sources once
 * per process.
 */
export function documentsFolder(): string {
  current ??= documentsPath();
  if (!isCached(current)) execFileSync(process.execPath, [BUILDER], { stdio: ['ignore', 'ignore', 'inherit'] });
  return current;
}

/** Return the path of that folder, built or not. It has the hash of the sources, so what it holds is never outdated. */
export function documentsPath(): string {
  return join(CACHE, hashFiles(ROOT, DOCUMENT_SOURCES).slice(0, 32));
}

/** Read the text of a document. */
export function readDocument(name: DocumentName): string {
  return readFileSync(join(documentsFolder(), name), 'utf8');
}
