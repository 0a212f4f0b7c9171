import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FOLDER = import.meta.dirname;
const INSTALLED = join(FOLDER, 'node_modules/.installed');

/** Install the packages of the real servers (372 MB), unless the versions of the lock file are installed. */
export async function installServers(): Promise<void> {
  const lock = createHash('sha256')
    .update(readFileSync(join(FOLDER, 'package-lock.json')))
    .digest('hex');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) return;
  // better-sqlite3 has its binaries in the package; its script would compile them.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', ['ci', ...options], { cwd: FOLDER, maxBuffer: 16 * 1024 * 1024 });
  writeFileSync(INSTALLED, lock);
}
