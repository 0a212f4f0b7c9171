import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { moveIntoCache } from '../../lib/bundle/cached-folder.ts';
import { installInVenv, type RunCommand } from './virtual-environment.ts';

/** The version of MiniStack, which emulates AWS services on one loopback port. */
export const MINISTACK = 'ministack==1.5.33';

/** Return the Python of the virtual environment with MiniStack in a cache folder, or undefined. */
export function findMinistack(cache: string): string | undefined {
  const python = join(cache, MINISTACK, 'bin/python3');
  return existsSync(python) ? python : undefined;
}

/**
 * Install MiniStack into a cache folder (90 MB), and return the Python of its virtual environment.
 *
 * Processes may install it at the same time: the first one stays. Its programs name the folder in which they were
 * installed, so start it as a module of this Python. Throws when there is no Python, or pip cannot install it.
 */
export async function installMinistack(run: RunCommand, cache: string): Promise<string> {
  const folder = join(cache, MINISTACK);
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    await installInVenv(run, draft, MINISTACK, 'ministack');
    moveIntoCache(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return join(folder, 'bin/python3');
}
