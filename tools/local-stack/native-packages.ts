import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NATIVE_PACKAGES } from '../../lib/bundle/native-packages.ts';

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
