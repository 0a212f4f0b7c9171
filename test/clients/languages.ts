import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { firstWith, NODE_20 } from './installed.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAMS = join(import.meta.dirname, 'programs');
const CLIENTS = join(ROOT, 'clients');
const run = promisify(execFile);

/** A language with a client library, and how a program of it is run. */
export interface Language {
  name: string;
  /** The command without which its tests are skipped. */
  command: string;
  /** The end of the names of its files. */
  extension: string;
  /** Prepare a folder for programs that use the library, as its package manager does. */
  prepare(folder: string): Promise<void>;
  /** The command that runs a program of the prepared folder, and its environment. */
  program(folder: string, file: string): { args: [string, ...string[]]; env?: Record<string, string> };
}

/** The languages of the client libraries, those that are not installed as well. */
export const LANGUAGES: readonly Language[] = [
  {
    name: 'typescript',
    command: process.execPath,
    extension: 'ts',
    async prepare(folder) {
      const library = join(folder, 'node_modules/content-intelligence');
      mkdirSync(library, { recursive: true });
      copyFileSync(join(CLIENTS, 'typescript/package.json'), join(library, 'package.json'));
      await runIn(folder, [TSC, '-p', join(CLIENTS, 'typescript'), '--outDir', join(library, 'dist')]);
      symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'types'));
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    },
    program: (folder, file) => ({ args: [process.execPath, join(folder, file)] }),
  },
  {
    name: 'python',
    command: 'python3',
    extension: 'py',
    async prepare() {},
    program: (folder, file) => ({
      args: ['python3', join(folder, file)],
      env: { PYTHONPATH: join(CLIENTS, 'python'), PYTHONDONTWRITEBYTECODE: '1' },
    }),
  },
  {
    name: 'go',
    command: 'go',
    extension: 'go',
    async prepare(folder) {
      const module = 'github.com/content-intelligence/content-intelligence-service/clients/go';
      const requirement = `require ${module} v0.0.0\n\nreplace ${module} => ${join(CLIENTS, 'go')}`;
      writeFileSync(join(folder, 'go.mod'), `module example\n\ngo 1.23\n\n${requirement}\n`);
    },
    program: (folder, file) => ({
      args: ['go', 'run', '-C', folder, file],
      env: { GOFLAGS: '-mod=mod', GOPROXY: 'off' },
    }),
  },
  {
    name: 'ruby',
    command: 'ruby',
    extension: 'rb',
    async prepare() {},
    program: (folder, file) => ({ args: ['ruby', '-I', join(CLIENTS, 'ruby/lib'), join(folder, file)] }),
  },
  {
    name: 'php',
    command: 'php',
    extension: 'php',
    async prepare(folder) {
      mkdirSync(join(folder, 'vendor'));
      writeFileSync(join(folder, 'vendor/autoload.php'), `<?php require '${join(CLIENTS, 'php/autoload.php')}';\n`);
    },
    program: (folder, file) => ({ args: ['php', join(folder, file)] }),
  },
];

/** curl has no library: its program is what a shell runs. */
export const SHELL: Language = {
  name: 'sh',
  command: 'bash',
  extension: 'sh',
  async prepare() {},
  program: (folder, file) => ({ args: ['bash', '-eu', join(folder, file)] }),
};

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

const MISSING = 'not-on-this-machine';
const GO_1_22 = 'go1.22.12';

/**
 * The oldest supported versions, where this machine has them beside others. Debian 12 has the oldest of Ruby and PHP: they
 * are those of `LANGUAGES` there.
 */
export const OLDEST: readonly Language[] = [
  {
    ...LANGUAGES[0]!,
    name: 'typescript on Node.js 20',
    command: NODE_20 ?? MISSING,
    program(folder, file) {
      // This version runs no types.
      const script = file.replace(/ts$/, 'js');
      writeFileSync(join(folder, script), stripTypeScriptTypes(readFileSync(join(folder, file), 'utf8')));
      return { args: [this.command, join(folder, script)] };
    },
  },
  {
    ...LANGUAGES[1]!,
    name: 'python 3.10',
    command:
      firstWith(
        ['python3.10', ...globSync(join(homedir(), '.pyenv/versions/3.10.*/bin/python3.10'))],
        ['--version'],
        'Python 3.10.',
      ) ?? MISSING,
    program(folder, file) {
      const { args, env } = LANGUAGES[1]!.program(folder, file);
      return { args: [this.command, ...args.slice(1)], env: env! };
    },
  },
  {
    ...LANGUAGES[2]!,
    name: 'go 1.22',
    // Without a proxy, the version is found only if it has been downloaded.
    command: firstWith(['go'], ['version'], GO_1_22, { GOTOOLCHAIN: GO_1_22, GOPROXY: 'off' }) ?? MISSING,
    async prepare(folder) {
      await LANGUAGES[2]!.prepare(folder);
      const file = join(folder, 'go.mod');
      writeFileSync(file, readFileSync(file, 'utf8').replace('go 1.23', 'go 1.22'));
    },
    program(folder, file) {
      const { args, env } = LANGUAGES[2]!.program(folder, file);
      return { args, env: { ...env, GOTOOLCHAIN: GO_1_22 } };
    },
  },
];

/** Tell whether a language is installed. */
export function isInstalled({ command }: Language): boolean {
  return command === process.execPath || spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

/** Create the folder of a language, prepared for its programs, and copy those of `programs/` into it. */
export async function prepareLanguage(language: Language, folder: string): Promise<void> {
  mkdirSync(folder);
  await language.prepare(folder);
  const programs = readdirSync(PROGRAMS).filter((file) => extname(file) === `.${language.extension}`);
  for (const file of programs) copyFileSync(join(PROGRAMS, file), join(folder, file));
}

/** Check the types of a file of TypeScript in its prepared folder. Rejects with the findings. */
export async function checkTypes(folder: string, file: string): Promise<void> {
  const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--types', 'node'];
  await runIn(folder, [TSC, ...options, '--typeRoots', 'types', file]);
}

/** Run a program in a prepared folder, and return what it prints. Rejects with that when it fails. */
export async function runProgram(
  language: Language,
  { folder, file, args = [], env }: { folder: string; file: string; args?: string[]; env: Record<string, string> },
): Promise<string> {
  const program = language.program(folder, file);
  return runIn(folder, [...program.args, ...args], { ...program.env, ...env });
}

async function runIn(cwd: string, [command, ...args]: string[], env: Record<string, string> = {}): Promise<string> {
  try {
    const isScript = command!.endsWith('tsc');
    const [file, given] = isScript ? [process.execPath, [command!, ...args]] : [command!, args];
    return (await run(file, given, { cwd, env: { ...process.env, ...env }, maxBuffer: 1e7 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}
