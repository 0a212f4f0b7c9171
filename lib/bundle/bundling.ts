import { globSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PLATFORMS, type Platform } from '../platforms/platforms.ts';
import { type BundleContent, buildBundles, buildSharedBundles } from './build.ts';
import { bundlesFolder, NATIVE_CACHE, SHARED_FOLDER } from './bundle-cache.ts';
import { bundledPackages } from './bundled-packages.ts';
import { createDraft, isCached, moveIntoCache, removeExpired } from './cached-folder.ts';
import { writeDeployedFiles } from './deployed-files.ts';
import { copyNativePackages, importersOf } from './native-packages.ts';

const ROOT = join(import.meta.dirname, '../..');

// The project is ESM. Without a package.json of its own, Node would load the bundle as ESM too.
const PACKAGE = '{"type":"commonjs"}\n';

// Deployed once per platform, each with the adapter of its platform only, and once for the slow lane of all.
const PUBLISH_FUNCTION = 'on-publish-due';
const SLOW_LANE = `${PUBLISH_FUNCTION}/slow`;

/**
 * Bundle every file of `functions/` and return the folder of each bundle by name (`content/create`). There is a bundle of
 * `on-publish-due` per platform (`on-publish-due/twitter`), and one of the slow lane. `packages.json` in the folder of all
 * bundles names the npm packages of each. The result is cached by a hash of the sources, because a test run synthesizes
 * many times.
 */
export function bundleFunctions(): Map<string, string> {
  const single = listFunctions().filter((file) => file !== PUBLISH_FUNCTION);
  const names = [...single, ...PLATFORMS.map(publishBundleOf), SLOW_LANE].sort();
  const folder = bundlesFolder(false);
  if (!isCached(folder)) {
    const building = startBuilding(folder);
    bundleAlone(single, building);
    moveIntoCache(building, folder);
  }
  return new Map(names.map((name) => [name, join(folder, name)]));
}

/**
 * Bundle every file of `functions/`, with what several bundles contain in `SHARED_FOLDER` beside their folders: it takes a
 * tenth of the time. `on-publish-due` is one bundle with every adapter. Nothing deploys these bundles: on Lambda a function
 * is one file. Returns the folder of each by name. Does nothing else when the cache has them.
 */
export async function bundleTogether(): Promise<Map<string, string>> {
  const folder = bundlesFolder(true);
  if (!isCached(folder)) {
    const building = startBuilding(folder);
    const sources = Object.fromEntries(listFunctions().map((file) => [sharedName(file), file]));
    const bundling = buildSharedBundles(sources, building);
    // The builds run concurrently, in another process.
    writeDeployedFiles((name) => join(building, sharedName(name)));
    const bundles = await bundling;
    addPackages(bundles, building);
    writeFileSync(join(building, SHARED_FOLDER, 'package.json'), PACKAGE);
    moveIntoCache(building, folder);
  }
  return sharedBundles();
}

/** Return the folder of each bundle that `bundleTogether` has made, by name. */
export function sharedBundles(): Map<string, string> {
  const folder = bundlesFolder(true);
  return new Map(listFunctions().map((name) => [name, join(folder, sharedName(name))]));
}

function listFunctions(): string[] {
  const files = globSync('**/*.ts', { cwd: join(ROOT, 'functions') });
  return files.map((file) => file.replace(/\.ts$/, '')).sort();
}

/** Create a folder to build in, and remove bundles that no process reads any more. */
function startBuilding(folder: string): string {
  removeExpired(dirname(folder));
  return createDraft(folder);
}

/** Return the name of the bundle that publishes on a platform. */
function publishBundleOf(platform: Platform): string {
  return `${PUBLISH_FUNCTION}/${platform}`;
}

/** Return the name of the folder of a bundle with shared code. All are beside that code, also in an assembly. */
function sharedName(name: string): string {
  return name.replaceAll('/', '+');
}

/** Bundle each of these files, and the one that publishes for each platform without the adapters of the others. */
function bundleAlone(files: string[], outdir: string): void {
  const sources = { ...Object.fromEntries(files.map((file) => [file, file])), [SLOW_LANE]: PUBLISH_FUNCTION };
  const bundles = buildBundles(sources, outdir);
  for (const platform of PLATFORMS) {
    const others = PLATFORMS.filter((other) => other !== platform);
    const noAdapter = join(import.meta.dirname, 'no-adapter.ts');
    const alias = Object.fromEntries(others.map((other) => [`#adapters/${other}`, noAdapter]));
    Object.assign(bundles, buildBundles({ [publishBundleOf(platform)]: PUBLISH_FUNCTION }, outdir, alias));
  }
  writeFileSync(join(outdir, 'packages.json'), JSON.stringify(bundledPackages(bundles)));
  addPackages(bundles, outdir);
  writeDeployedFiles((name) => join(outdir, name));
}

/** Add the files of packages to the folders of bundles. */
function addPackages(bundles: Record<string, BundleContent>, outdir: string): void {
  for (const name of Object.keys(bundles)) writeFileSync(join(outdir, name, 'package.json'), PACKAGE);
  for (const name of importersOf(bundles)) copyNativePackages(join(outdir, name), NATIVE_CACHE);
}
