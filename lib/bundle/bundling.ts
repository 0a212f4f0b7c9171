import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PLATFORMS, type Platform } from '../platforms/facts/platforms.ts';
import { buildBundles } from './build.ts';
import { bundledPackages } from './bundled-packages.ts';
import { hashFiles, moveIntoCache } from './cached-folder.ts';
import { writeDeployedFiles } from './deployed-files.ts';
import { copyNativePackages, importersOf } from './native-packages.ts';

const ROOT = join(import.meta.dirname, '../..');

// The folder that build tools use for caches; `npm ci` empties it.
const CACHE = join(ROOT, 'node_modules/.cache/bundles');
const CACHE_TTL_MS = 3_600_000;
const SOURCES =
  '{package-lock.json,docs/{*.md,{connect,reference}/*.md,openapi.json,code-samples.json},clients/cli/skills/**/*,{functions,lib,dashboard/{src,icons,languages}}/**/*,dashboard/*.{ts,json}}';

// Deployed once per platform. Each bundle has the adapter of its platform only.
const PUBLISH_FUNCTION = 'on-publish-due';

/**
 * Bundle every file of `functions/` and return the folder of each bundle by name (`content/create`). There is a bundle of
 * `on-publish-due` per platform (`on-publish-due/twitter`). `packages.json` in the folder of all bundles names the npm
 * packages of each. The result is cached by a hash of the sources, because a test run synthesizes many times.
 */
export function bundleFunctions(): Map<string, string> {
  const files = globSync('**/*.ts', { cwd: join(ROOT, 'functions') }).map((file) => file.replace(/\.ts$/, ''));
  const single = files.filter((file) => file !== PUBLISH_FUNCTION);
  const names = [...single, ...PLATFORMS.map(publishBundleOf)].sort();
  const folder = join(CACHE, hashFiles(ROOT, SOURCES).slice(0, 32));
  if (!existsSync(folder)) {
    pruneCache();
    // Other threads and processes may build the same bundles at the same time.
    const building = mkdtempSync(`${folder}.`);
    bundle(single, building);
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

/** Return the name of the bundle that publishes on a platform. */
function publishBundleOf(platform: Platform): string {
  return `${PUBLISH_FUNCTION}/${platform}`;
}

/** Bundle these files, and the one that publishes for each platform without the adapters of the others. */
function bundle(files: string[], outdir: string): void {
  const bundles = buildBundles(Object.fromEntries(files.map((file) => [file, file])), outdir);
  for (const platform of PLATFORMS) {
    const others = PLATFORMS.filter((other) => other !== platform);
    const noAdapter = join(import.meta.dirname, 'no-adapter.ts');
    const alias = Object.fromEntries(others.map((other) => [`#adapters/${other}`, noAdapter]));
    Object.assign(bundles, buildBundles({ [publishBundleOf(platform)]: PUBLISH_FUNCTION }, outdir, alias));
  }
  writeFileSync(join(outdir, 'packages.json'), JSON.stringify(bundledPackages(bundles)));
  for (const name of Object.keys(bundles)) {
    // The project is ESM. Without a package.json of its own, Node would load the bundle as ESM too.
    writeFileSync(join(outdir, name, 'package.json'), '{"type":"commonjs"}\n');
  }
  for (const name of importersOf(bundles)) copyNativePackages(join(outdir, name), join(CACHE, '../native-packages'));
  writeDeployedFiles(outdir);
}
