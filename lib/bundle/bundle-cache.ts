import { globSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './cached-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

// The folder that build tools use for caches; `npm ci` empties it.
const CACHE = join(ROOT, 'node_modules/.cache/bundles');
const CACHE_TTL_MS = 3_600_000;
const SOURCES =
  '{package-lock.json,docs/{*.md,{connect,reference}/*.md,openapi.json,code-samples.json},clients/cli/skills/**/*,{functions,lib,dashboard/{src,icons,languages}}/**/*,dashboard/*.{ts,json}}';

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
  sourcesHash ??= hashFiles(ROOT, SOURCES).slice(0, 32);
  return join(CACHE, `${sourcesHash}${sharesCode ? '-shared' : ''}`);
}

/** Remove bundles older than `CACHE_TTL_MS`, which no process reads any more. */
export function pruneBundles(): void {
  mkdirSync(CACHE, { recursive: true });
  for (const name of globSync('*', { cwd: CACHE })) {
    const path = join(CACHE, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > CACHE_TTL_MS) rmSync(path, { recursive: true, force: true });
  }
}
