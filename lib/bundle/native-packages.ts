import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleContent } from './build.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The packages with native code, which esbuild cannot bundle. A function that imports one has a copy next to its bundle. */
export const NATIVE_PACKAGES = ['sharp'];

// Lambda runs Linux. Its functions with native code have this processor, which is that of most machines that deploy.
const PLATFORM_PACKAGES = ['@img/sharp-linux-x64', '@img/sharp-libvips-linux-x64'];

/** List the bundles that import a package with native code, by their names. */
export function importersOf(bundles: Record<string, BundleContent>): string[] {
  return Object.keys(bundles).filter((name) =>
    bundles[name]!.imports.some(({ path, external }) => external && NATIVE_PACKAGES.includes(path)),
  );
}

/** Return whether the bundle in a folder has native packages next to it. */
export function hasNativeCode(folder: string): boolean {
  return existsSync(join(folder, 'node_modules'));
}

/** Copy the native packages and what they need to `folder/node_modules`. */
export function copyNativePackages(folder: string, cache: string): void {
  for (const name of withDependencies(NATIVE_PACKAGES)) {
    cpSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  }
  const source = installedForLambda(cache);
  for (const name of PLATFORM_PACKAGES) {
    cpSync(join(source, name), join(folder, 'node_modules', name), { recursive: true });
  }
}

/** Return the folder with the packages for Lambda: that of the project on Linux, on other systems one of its own. */
function installedForLambda(cache: string): string {
  const own = join(ROOT, 'node_modules');
  if (PLATFORM_PACKAGES.every((name) => existsSync(join(own, name)))) return own;
  const { version } = readPackage('sharp');
  const folder = join(cache, `sharp-${version}`);
  // An interrupted installation has the folder without them.
  if (!PLATFORM_PACKAGES.every((name) => existsSync(join(folder, 'node_modules', name)))) {
    const target = ['--os=linux', '--cpu=x64', '--libc=glibc'];
    const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', ['install', '--prefix', folder, ...target, ...quiet, `sharp@${version}`], { stdio: 'inherit' });
  }
  return join(folder, 'node_modules');
}

/** List packages with their dependencies. The optional ones of sharp are the code for each system. */
function withDependencies(names: string[]): string[] {
  const all = new Set(names);
  for (const name of all) for (const each of Object.keys(readPackage(name).dependencies ?? {})) all.add(each);
  return [...all];
}

function readPackage(name: string): { version: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
}
