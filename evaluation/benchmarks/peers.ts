import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = join(import.meta.dirname, 'peers');
// `npm ci` in the root empties it.
const CACHE = join(ROOT, 'node_modules/.cache/benchmark-peers');
const REPLACEMENTS = join(ROOT, 'lib/bundle/sdk-replacements.ts');

/** The peers, installed and bundled. */
export interface Peers {
  /** The folder of their sources and packages. */
  folder: string;
  /** Returns the file of the bundle of a peer. */
  bundleOf: (name: string) => string;
  bytesOf: (name: string) => number;
}

/** The peers whose SDK reads credentials from the environment only, as the bundles of the service do. */
const WITHOUT_CREDENTIAL_CHAIN = ['middy-powertools'];

/** Install the packages of the peers, unless the cache has them, and bundle the peers as CommonJS. */
export async function buildPeers(): Promise<Peers> {
  const folder = await installPeers();
  for (const source of globSync('*.js', { cwd: SOURCES })) cpSync(join(SOURCES, source), join(folder, source));
  const bundleOf = (name: string) => join(folder, 'bundles', name, 'index.js');
  for (const source of globSync('*.js', { cwd: SOURCES })) {
    const name = source.replace(/\.js$/, '');
    buildSync({
      entryPoints: [join(folder, source)],
      outfile: bundleOf(name),
      absWorkingDir: folder,
      bundle: true,
      minify: true,
      platform: 'node',
      target: 'node24',
      format: 'cjs',
      mainFields: ['module', 'main'],
      logLevel: 'error',
      ...(WITHOUT_CREDENTIAL_CHAIN.includes(name)
        ? { alias: { '@aws-sdk/credential-provider-node': REPLACEMENTS } }
        : {}),
    });
    writeFileSync(join(folder, 'bundles', name, 'package.json'), '{"type":"commonjs"}\n');
  }
  return { folder, bundleOf, bytesOf: (name) => statSync(bundleOf(name)).size };
}

async function installPeers(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of globSync('*', { cwd: SOURCES }).sort()) hash.update(readFileSync(join(SOURCES, source)));
  const folder = join(CACHE, hash.digest('hex').slice(0, 16));
  if (existsSync(join(folder, 'installed'))) return folder;
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(SOURCES, file), join(folder, file));
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', flags, { cwd: folder });
  writeFileSync(join(folder, 'installed'), '');
  return folder;
}
