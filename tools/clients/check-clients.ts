import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installInVenv, type RunCommand } from '../python/virtual-environment.ts';

const MYPY = 'mypy==2.4.1';
/** Uses each library as a program of its language does. */
const PROGRAMS = 'test/clients/programs';

interface Check {
  language: string;
  /** The program without which the check is not run. */
  program: string;
  /** What it does, for the line that reports it. */
  does: string;
  run(): Promise<unknown>;
}

/**
 * Check the types and the syntax of each client library, and of the program that uses it. `folder` holds the environment
 * of mypy. `print` receives a line per check, which begins with `NOT CHECKED` if its program is not installed. Throws with
 * the findings of the first check that has any.
 */
export async function checkClients(run: RunCommand, folder: string, print: (line: string) => void): Promise<void> {
  for (const { language, program, does, run: check } of checksOf(run, folder)) {
    if (!isInstalled(program)) print(`NOT CHECKED: ${language} with ${does}, because ${program} is not installed`);
    else {
      await check();
      print(`${language}: ${does} has no findings`);
    }
  }
}

function checksOf(run: RunCommand, folder: string): Check[] {
  const files = (pattern: string) => globSync(pattern).sort();
  const each = async (command: string, args: string[], paths: string[]) => {
    for (const path of paths) await run(command, [...args, path]);
  };
  const tsc = (project: string) =>
    run(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', project]);
  return [
    {
      language: 'typescript',
      program: process.execPath,
      does: 'tsc (strict)',
      run: async () => {
        await tsc('clients/typescript');
        await tsc(PROGRAMS);
      },
    },
    { language: 'command line', program: process.execPath, does: 'tsc (strict)', run: () => tsc('clients/cli') },
    {
      language: 'python',
      program: 'python3',
      does: 'mypy (strict)',
      run: async () => {
        const programs = await installInVenv(run, join(folder, 'mypy-venv', MYPY), MYPY, 'mypy');
        const options = ['--config-file', 'clients/python/pyproject.toml', '--cache-dir', join(folder, 'mypy-cache')];
        const paths = ['clients/python/content_intelligence', ...files(`${PROGRAMS}/*.py`)];
        await run(resolve(programs, 'mypy'), [...options, ...paths]);
      },
    },
    {
      language: 'go',
      program: 'go',
      does: 'go vet and gofmt',
      run: async () => {
        await run('go', ['vet', '-C', 'clients/go', './...']);
        const unformatted = spawnSync('gofmt', ['-l', 'clients/go', PROGRAMS], { encoding: 'utf8' }).stdout;
        if (unformatted !== '') throw new Error(`gofmt formats these files in another way:\n${unformatted}`);
      },
    },
    {
      language: 'ruby',
      program: 'ruby',
      does: 'ruby -wc and the parser of RBS',
      run: async () => {
        await each('ruby', ['-wc'], files(`{clients/ruby/lib,${PROGRAMS}}/**/*.rb`));
        await run('ruby', ['clients/ruby/check_signatures.rb']);
      },
    },
    {
      language: 'php',
      program: 'php',
      does: 'php -l',
      run: () => each('php', ['-l'], files(`{clients/php,${PROGRAMS}}/**/*.php`)),
    },
    {
      language: 'php',
      program: 'phpstan',
      does: 'phpstan (level 8)',
      run: () => run('phpstan', ['analyse', '--no-progress', '--configuration', 'clients/php/phpstan.neon']),
    },
  ];
}

function isInstalled(program: string): boolean {
  return program === process.execPath || spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}
