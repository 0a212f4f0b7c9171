import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Credentials } from '../local-stack/demo.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Create a stage key of the local service in a folder. Returns its credentials. The command runs in a process of its own: a
 * process has one client of the table, and a process that tests several services would use that of the first.
 */
export async function newStageKeyOf(folder: string): Promise<Credentials> {
  const args = ['bin/workspace.ts', 'stage-key', '--name', 'Conformance', '--json'];
  const env = { ...process.env, LOCAL_FOLDER: folder };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  return JSON.parse(stdout) as Credentials;
}
