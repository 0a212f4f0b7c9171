import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const PACKAGE = resolve(import.meta.dirname, '../../clients/cli');
const PROGRAMS = resolve(import.meta.dirname, '../../node_modules/.bin');

/** Build the file of the command line that its package publishes, at another path. */
export function bundleCommandLine(path: string): void {
  const { scripts } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8')) as { scripts: { build: string } };
  const command = scripts.build.replace('dist/cis.js', `'${path}'`);
  const env = { ...process.env, PATH: `${PROGRAMS}:${process.env.PATH}` };
  execFileSync('sh', ['-c', command], { cwd: PACKAGE, env, stdio: ['ignore', 'ignore', 'pipe'] });
}
