import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommandLine } from '../../tools/clients/bundle-command-line.ts';
import { NODE_20 } from './installed.ts';
import type { Language } from './languages.ts';

/** What a run of the command line has printed, and its exit code. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Build the file that is published into a folder, and a program `cis` that runs it. Returns the path of the program. */
export function buildCommandLine(folder: string): string {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const bundle = join(folder, 'bin/cis.mjs');
  bundleCommandLine(bundle);
  const program = join(folder, 'bin/cis');
  writeFileSync(program, `#!/bin/sh\nexec '${NODE_20 ?? process.execPath}' '${bundle}' "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

/** The command line, as a language whose programs are shell scripts. */
export const COMMAND_LINE: Language = {
  name: 'cli',
  command: 'bash',
  extension: 'sh',
  async prepare(folder) {
    buildCommandLine(folder);
    copyFileSync(join(import.meta.dirname, 'programs/journey.sh'), join(folder, 'journey.sh'));
  },
  program: (folder, file) => ({
    args: ['bash', join(folder, file)],
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      XDG_CONFIG_HOME: join(folder, 'config'),
      NODE: process.execPath,
    },
  }),
};

/** Start a command. Its environment has no settings of the user who runs the tests. */
export function startCommand(program: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(program, args, { env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', TZ: 'UTC', ...env } });
}

/** Run a command to its end. */
export async function runCommand(
  program: string,
  args: string[],
  { env = {}, stdin = '' }: { env?: Record<string, string>; stdin?: string } = {},
): Promise<CommandResult> {
  const child = startCommand(program, args, env);
  const result: CommandResult = { code: null, stdout: '', stderr: '' };
  child.stdout!.on('data', (chunk) => (result.stdout += chunk));
  child.stderr!.on('data', (chunk) => (result.stderr += chunk));
  child.stdin!.on('error', () => {});
  child.stdin!.end(stdin);
  await new Promise<void>((ended, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      result.code = code;
      ended();
    });
  });
  return result;
}
