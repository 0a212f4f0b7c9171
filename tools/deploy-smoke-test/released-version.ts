import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ChildProcesses } from './child-processes.ts';

/** The last release: its version, and the commit of its tag. */
export const RELEASED = { version: '1.0.0', commit: '4c85b6004f12fdfc24f8abac8f5d15e9c2f61104' };

/** Run commands in the folder of a release, with its own tools. */
export function inRelease({ run, stop }: ChildProcesses, folder: string): ChildProcesses {
  const env = { PATH: [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
  return { run: (command, args, options) => run(command, args, { cwd: folder, ...options, env }), stop };
}

/** Return whether the repository has the commit of the last release, which a shallow clone lacks. */
export function hasRelease({ run }: ChildProcesses): Promise<boolean> {
  return run('git', ['cat-file', '-e', `${RELEASED.commit}^{commit}`]).then(
    () => true,
    () => false,
  );
}

/** Return a folder with the last release and its dependencies, which is made in `folder` unless it exists. */
export async function installRelease({ run }: ChildProcesses, folder: string): Promise<string> {
  const installed = join(folder, RELEASED.version);
  if (existsSync(installed)) return installed;
  const draft = `${installed}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const archive = join(draft, 'release.tar');
  await run('git', ['archive', '--output', archive, RELEASED.commit]);
  await run('tar', ['--extract', '--file', archive, '--directory', draft]);
  rmSync(archive);
  await run('npm', ['ci', '--prefix', draft, '--no-audit', '--no-fund']);
  renameSync(draft, installed);
  return installed;
}
