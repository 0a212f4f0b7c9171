import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { writeDocsFiles } from './docs-files.ts';

const ROOT = join(import.meta.dirname, '../..');

// Where the tools of a project keep what can be made again; a fresh install begins without it.
const CACHE = join(ROOT, 'node_modules/.cache/bundles');
const CACHE_TTL_MS = 3_600_000;

/**
 * The folder of each function's bundle, by its name: `content/create`, `on-table-change`. Every file of
 * `functions/` is bundled, all in one call, and once for the same sources: a test run synthesizes many times.
 */
export function bundleFunctions(): Map<string, string> {
  const names = globSync('**/*.ts', { cwd: join(ROOT, 'functions') })
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
  const folder = join(CACHE, sourcesHash());
  if (!existsSync(folder)) {
    pruneCache();
    const making = `${folder}.${process.pid}`;
    bundle(names, making);
    try {
      renameSync(making, folder);
    } catch (error) {
      // Another process made the same at the same time.
      rmSync(making, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return new Map(names.map((name) => [name, dirname(join(folder, name, 'index.js'))]));
}

/** One hash of everything a bundle is made of. */
function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...globSync('{functions,lib}/**/*', { cwd: ROOT }).sort()]) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(`${file}\n`).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 32);
}

/** Removes bundles that were made a while ago: nobody is copying from them any more. */
function pruneCache(): void {
  mkdirSync(CACHE, { recursive: true });
  for (const name of globSync('*', { cwd: CACHE })) {
    const path = join(CACHE, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > CACHE_TTL_MS) rmSync(path, { recursive: true, force: true });
  }
}

// CommonJS, because ESM loads Node's own http ten times slower.
function bundle(names: string[], outdir: string): void {
  buildSync({
    entryPoints: names.map((name) => ({
      in: join(ROOT, 'functions', `${name}.ts`),
      out: join(name, 'index'),
    })),
    outdir,
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    sourcemap: 'linked',
    sourcesContent: false,
    alias: {
      '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'environment-credentials.ts'),
    },
    logLevel: 'error',
  });
  for (const name of names) {
    // The project is ESM; without its own word a bundle in its folders would be read as ESM too.
    writeFileSync(join(outdir, name, 'package.json'), '{"type":"commonjs"}\n');
  }
  writeDocsFiles(outdir);
}
