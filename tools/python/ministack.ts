import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDraft, moveIntoCache } from '../../lib/bundle/cached-folder.ts';
import { installInVenv, type RunCommand } from './virtual-environment.ts';

/** The version of MiniStack, which emulates AWS services on one loopback port. */
export const MINISTACK = 'ministack==1.5.33';

/** Fails in an environment whose Python was removed, or replaced by another version, after the installation. */
const CHECK = "import importlib.util, sys; sys.exit(importlib.util.find_spec('ministack') is None)";

/** Return the Python of the virtual environment with MiniStack in a cache folder; undefined where none works. */
export async function findMinistack(run: RunCommand, cache: string): Promise<string | undefined> {
  const python = join(cache, MINISTACK, 'bin/python3');
  return run(python, ['-c', CHECK]).then(
    () => python,
    () => undefined,
  );
}

/**
 * Install MiniStack into a cache folder (90 MB), and return the Python of its virtual environment.
 *
 * Processes may install it at the same time: the first one stays, if it works. Its programs name the folder in which they were
 * installed, so start it as a module of this Python. Throws when there is no Python, or pip cannot install it.
 */
export async function installMinistack(run: RunCommand, cache: string): Promise<string> {
  const folder = join(cache, MINISTACK);
  const draft = createDraft(folder);
  try {
    await installInVenv(run, draft, MINISTACK, 'ministack');
    if (!(await findMinistack(run, cache))) rmSync(folder, { recursive: true, force: true });
    moveIntoCache(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return join(folder, 'bin/python3');
}
