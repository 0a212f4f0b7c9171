import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Hash the names and contents of all files below `root` that match a glob pattern, in hexadecimal digits. */
export function hashFiles(root: string, pattern: string): string {
  const hash = createHash('sha256');
  for (const file of globSync(pattern, { cwd: root }).sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/**
 * Move a finished folder into a cache, so that no reader sees half of it.
 *
 * Threads and processes may make the same folder at the same time: the first one stays. Throws when there is none.
 */
export function moveIntoCache(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
