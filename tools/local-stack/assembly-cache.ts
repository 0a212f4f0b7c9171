import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { BUNDLE_SOURCES, bundlesFolder, SHARED_FOLDER } from '../../lib/bundle/bundle-cache.ts';
import { hashFiles, isCached, moveIntoCache, removeExpired } from '../../lib/bundle/cached-folder.ts';
import { CODE_CACHE } from './functions.ts';
import { addOwnNativeCode } from './native-packages.ts';
import { synthesize } from './synthesize.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** The folder of the cached assemblies, and of templates; what no run has used for an hour is removed. */
export const CACHE = join(ROOT, 'node_modules/.cache/assemblies');
/** Everything a cloud assembly is made from. */
const SOURCES = [...BUNDLE_SOURCES, '{bin/app.ts,cdk.json,settings/**/*,tools/local-stack/synthesize.ts}'];

/** No server listens on this port. The cached template names it; a copy names the port of its service. */
export const PLACEHOLDER_PORT = 1;
const PLACEHOLDER_ORIGIN = `http://127.0.0.1:${PLACEHOLDER_PORT}/`;

/** How an assembly is made. */
interface AssemblyOptions {
  /** Functions have code in common, so that the first start takes seconds less (`bundleTogether`). */
  sharesCode?: boolean;
  /** Shows what takes longer. */
  log?: ((line: string) => void) | undefined;
}

/**
 * Write the cloud assembly of the local stage into `outdir`, for a service on `port`. The first call for the same
 * sources, `settings` and `sharesCode` synthesizes; later calls copy its result. Throws what the app writes on failure.
 */
export async function synthesizeCached(
  outdir: string,
  port: number,
  settings: object = {},
  options: AssemblyOptions = {},
): Promise<void> {
  const cached = await cacheAssembly(settings, options);
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  for (const entry of readdirSync(cached, { withFileTypes: true })) {
    const [from, to] = [join(cached, entry.name), join(outdir, entry.name)];
    if (entry.name === CODE_CACHE) symlinkSync(from, to);
    else if (entry.isDirectory()) linkFolder(from, to);
    else if (!entry.name.endsWith('.json')) copyFileSync(from, to);
    else {
      const text = readFileSync(from, 'utf8');
      writeFileSync(to, text.replaceAll(PLACEHOLDER_ORIGIN, `http://127.0.0.1:${port}/`));
    }
  }
}

/** Return the folder of the assembly for these settings. Synthesizes it unless the cache has it, which `log` says. */
export async function cacheAssembly(
  settings: object = {},
  { sharesCode = false, log }: AssemblyOptions = {},
): Promise<string> {
  const folder = join(CACHE, `${hashSources(settings)}${sharesCode ? '-shared' : ''}`);
  if (isCached(folder)) return folder;
  log?.('  building the service (later starts use the result)');
  removeExpired(CACHE);
  const draft = `${folder}.${process.pid}`;
  await synthesize(draft, PLACEHOLDER_PORT, settings, sharesCode);
  if (sharesCode) cpSync(join(bundlesFolder(true), SHARED_FOLDER), join(draft, SHARED_FOLDER), { recursive: true });
  addOwnNativeCode(draft, ROOT);
  mkdirSync(join(draft, CODE_CACHE));
  moveIntoCache(draft, folder);
  return folder;
}

let sourcesHash: string | undefined;

/** Hash everything that a cloud assembly is made from, and `settings`. Reads the sources once per process. */
export function hashSources(settings: object): string {
  sourcesHash ??= hashFiles(ROOT, ...SOURCES);
  return createHash('sha256')
    .update(`${sourcesHash}${JSON.stringify(settings)}`)
    .digest('hex')
    .slice(0, 32);
}

/** Link the files, because a running service must outlive the cache; copy them on another file system. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      linkFolder(source, target);
      continue;
    }
    try {
      linkSync(source, target);
    } catch {
      cpSync(source, target);
    }
  }
}
