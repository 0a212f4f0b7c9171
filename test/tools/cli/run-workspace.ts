import { execFile } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Run `npm run workspace` on the service of a folder, which runs in this process. */
export function runWorkspace(folder: string, ...args: string[]) {
  const env = { ...process.env, LOCAL_FOLDER: folder };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ['bin/workspace.ts', ...args], { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
