import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundledPackages } from './bundled-packages.ts';
import { hashFiles, moveIntoCache } from './cached-folder.ts';
import { writeDeployedFiles } from './deployed-files.ts';
import { copyNativePackages, importersOf, NATIVE_PACKAGES } from './native-packages.ts';

const ROOT = join(import.meta.dirname, '../..');

// The folder that build tools use for caches; `npm ci` empties it.
const CACHE = join(ROOT, 'node_modules/.cache/bundles');
const CACHE_TTL_MS = 3_600_000;
const SOURCES = '{package-lock.json,docs/openapi.json,{functions,lib,dashboard/src}/**/*,dashboard/*.{ts,json}}';

/**
 * Bundle every file of `functions/` and return the folder of each bundle by name (`content/create`). `packages.json` in
 * the folder of all bundles names the npm packages of each. The result is cached by a hash of the sources, because a
 * test run synthesizes many times.
 */
export function bundleFunctions(): Map<string, string> {
  const names = globSync('**/*.ts', { cwd: join(ROOT, 'functions') })
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
  const folder = join(CACHE, hashFiles(ROOT, SOURCES).slice(0, 32));
  if (!existsSync(folder)) {
    pruneCache();
    // Other threads and processes may build the same bundles at the same time.
    const building = mkdtempSync(`${folder}.`);
    bundle(names, building);
    moveIntoCache(building, folder);
  }
  return new Map(names.map((name) => [name, dirname(join(folder, name, 'index.js'))]));
}

/** Remove bundles older than `CACHE_TTL_MS`, which no process reads any more. */
function pruneCache(): void {
  mkdirSync(CACHE, { recursive: true });
  for (const name of globSync('*', { cwd: CACHE })) {
    const path = join(CACHE, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > CACHE_TTL_MS) rmSync(path, { recursive: true, force: true });
  }
}

// CommonJS, because importing node:http from ESM takes ten times longer.
function bundle(names: string[], outdir: string): void {
  // A build holds most of what it allocates to its end: without garbage collection esbuild takes a quarter less time.
  // The limit is for builds that follow each other in one process, which would fill the memory of a machine.
  process.env.GOGC ??= 'off';
  process.env.GOMEMLIMIT ??= '3GiB';
  const replacements = join(import.meta.dirname, 'sdk-replacements.ts');
  const { metafile } = buildSync({
    entryPoints: names.map((name) => ({ in: join(ROOT, 'functions', `${name}.ts`), out: join(name, 'index') })),
    outdir,
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // As require(): `import('node:http')`, which the SDK calls, reads every export of the module, and the one named
    // WebSocket loads an HTTP client. It takes 36 ms of CPU instead of 3 at the first request of an instance.
    supported: { 'dynamic-import': false },
    mainFields: ['module', 'main'],
    // Not linked, so that a debugger and Node's --enable-source-maps do not read it either.
    sourcemap: 'external',
    sourcesContent: false,
    inject: [join(import.meta.dirname, 'map-stack-traces.ts')],
    alias: {
      '@aws/lambda-invoke-store': replacements,
      '@aws-sdk/credential-provider-node': replacements,
      '@aws-sdk/middleware-endpoint-discovery': replacements,
      '@smithy/core/checksum': join(import.meta.dirname, 'node-checksum.ts'),
      '@smithy/core/config': join(import.meta.dirname, 'environment-config.ts'),
      '@smithy/core/event-streams': replacements,
    },
    // The package.json of each client of the SDK, 2 KB of which the user agent needs the version.
    loader: { '.json': 'empty' },
    metafile: true,
    external: NATIVE_PACKAGES,
    logLevel: 'error',
  });
  writeFileSync(join(outdir, 'packages.json'), JSON.stringify(bundledPackages(metafile)));
  for (const name of names) {
    // The project is ESM. Without a package.json of its own, Node would load the bundle as ESM too.
    writeFileSync(join(outdir, name, 'package.json'), '{"type":"commonjs"}\n');
  }
  for (const name of importersOf(metafile)) copyNativePackages(join(outdir, name), join(CACHE, '../native-packages'));
  writeDeployedFiles(outdir);
}
