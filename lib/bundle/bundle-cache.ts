import { join } from 'node:path';
import { hashFiles } from './cached-folder.ts';
import { DOCUMENT_SOURCES } from './documents.ts';

const ROOT = join(import.meta.dirname, '../..');

// The folder that build tools use for caches; `npm ci` empties it.
const CACHE = join(ROOT, 'node_modules/.cache/bundles');

/** What the bundles, and the files beside them, are made from. */
export const BUNDLE_SOURCES = [
  DOCUMENT_SOURCES,
  '{docs/{*.md,reference/*.md},clients/cli/skills/**/*,{functions,dashboard/{src,icons,languages}}/**/*,dashboard/*.{ts,json}}',
];

/** The folder of the code that several bundles share, in that of the bundles. */
export const SHARED_FOLDER = 'shared';

/** Where the native packages of Lambda are installed on another system. */
export const NATIVE_CACHE = join(CACHE, '../native-packages');

let sourcesHash: string | undefined;

/**
 * Return the folder of the bundles that the sources make. With `sharesCode`, these have one folder of shared code. Reads the
 * sources once per process.
 */
export function bundlesFolder(sharesCode: boolean): string {
  sourcesHash ??= hashFiles(ROOT, ...BUNDLE_SOURCES).slice(0, 32);
  return join(CACHE, `${sourcesHash}${sharesCode ? '-shared' : ''}`);
}
