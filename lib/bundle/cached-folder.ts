import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Hash the names and contents of all files below `root` that match one of the glob patterns, in hexadecimal digits. */
export function hashFiles(root: string, ...patterns: string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** No process makes a folder for longer, nor reads one that it has not requested since. */
const CACHE_TTL_MS = 3_600_000;

/** Return whether a cache has a folder, which then stays for another hour. */
export function isCached(folder: string): boolean {
  if (!existsSync(folder)) return false;
  utimesSync(folder, new Date(), new Date());
  return true;
}

/** Remove what no process has asked for within an hour from the folder `cache`, which is created if there is none. */
export function removeExpired(cache: string): void {
  mkdirSync(cache, { recursive: true });
  removeOlder(cache, '*');
}

/**
 * Create a draft of a folder of a cache, for `moveIntoCache`: other threads and processes may make the same folder at the same
 * time. Removes the drafts that processes have left which were interrupted more than an hour ago.
 */
export function createDraft(folder: string): string {
  const cache = dirname(folder);
  mkdirSync(cache, { recursive: true });
  removeOlder(cache, `${basename(folder)}.*`);
  return mkdtempSync(`${folder}.`);
}

function removeOlder(cache: string, pattern: string): void {
  for (const name of globSync(pattern, { cwd: cache })) {
    const path = join(cache, name);
    const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (ageMs > CACHE_TTL_MS) rmSync(path, { recursive: true, force: true });
  }
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
