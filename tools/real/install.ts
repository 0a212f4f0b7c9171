import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The packages of the real servers (372 MB). */
export const SERVERS = import.meta.dirname;
/** The packages of a network with an AppView (479 MB). */
export const NETWORK = join(import.meta.dirname, 'network');

/**
 * Install the packages of a folder, unless the versions of its lock file are installed. `runsScripts`: with the scripts of
 * the packages, which compile.
 */
export async function installServers(folder: string, { runsScripts = false } = {}): Promise<void> {
  const installed = join(folder, 'node_modules/.installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  // better-sqlite3, of the servers, has its binaries in the package; its script would compile them.
  const options = [...(runsScripts ? [] : ['--ignore-scripts']), '--no-audit', '--no-fund'];
  // The headers of the Node.js that runs, which scripts would download.
  const env = { ...process.env, npm_config_nodedir: join(dirname(process.execPath), '..') };
  await promisify(execFile)('npm', ['ci', ...options], { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 });
  writeFileSync(installed, lock);
}
