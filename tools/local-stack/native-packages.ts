import { cpSync, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NATIVE_PACKAGES } from '../../lib/bundle/native-packages.ts';

/** The folder of the packages with the code of sharp for each system. */
const NATIVE_CODE = 'node_modules/@img';

const loaded = new Set<string>();

/**
 * Load the native packages next to a bundle into the main thread. Their libraries then stay loaded when a thread ends;
 * otherwise glibc unloads them while code of theirs may still run (sharp's documentation, "Worker threads").
 */
export function loadNativePackages(bundle: string): void {
  if (loaded.has(bundle)) return;
  loaded.add(bundle);
  const load = createRequire(bundle);
  for (const name of NATIVE_PACKAGES) {
    if (existsSync(join(dirname(bundle), 'node_modules', name))) load(name);
  }
}

/**
 * Copy the native code for this machine from `root/node_modules` next to the bundles of an assembly. They have that for
 * Lambda only, and a service whose folder is outside the project finds no other.
 */
export function addOwnNativeCode(assembly: string, root: string): void {
  const own = join(root, NATIVE_CODE);
  for (const asset of readdirSync(assembly)) {
    const target = join(assembly, asset, NATIVE_CODE);
    if (!existsSync(target)) continue;
    const missing = readdirSync(own).filter((name) => !existsSync(join(target, name)));
    for (const name of missing) cpSync(join(own, name), join(target, name), { recursive: true });
  }
}
