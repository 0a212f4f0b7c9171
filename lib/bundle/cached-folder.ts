import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Hash the names and contents of all files below `root` that match a glob pattern, in hexadecimal digits. */
export function hashFiles(root: string, pattern: string): string {
  const hash = createHash('sha256');
  for (const file of globSync(pattern, { cwd: root }).sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** No process makes a folder for longer. */
const DRAFT_MS = 3_600_000;

/**
 * Create a draft of a folder of a cache, for `moveIntoCache`. Removes the drafts that processes have left which were
 * interrupted more than an hour ago.
 */
export function createDraft(folder: string): string {
  const cache = dirname(folder);
  mkdirSync(cache, { recursive: true });
  for (const name of globSync(`${basename(folder)}.*`, { cwd: cache })) {
    const path = join(cache, name);
    const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (ageMs > DRAFT_MS) rmSync(path, { recursive: true, force: true });
  }
  return mkdtempSync(`${folder}.`);
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
