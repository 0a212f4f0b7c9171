import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDraft, moveIntoCache } from '../../lib/bundle/cached-folder.ts';
import { findMinistack } from '../python/ministack.ts';
import type { RunCommand } from '../python/virtual-environment.ts';
import { DYNOXIDE_VERSION, dynoxidePackage, type Found, type Machine } from './table-source.ts';

/** Find the first program for a table: in `node_modules`, or in the cache folder of earlier starts. */
export async function findProgram(run: RunCommand, machine: Machine, cache: string): Promise<Found> {
  const dynoxide = findDynoxide(machine, cache);
  return { dynoxide, ministack: dynoxide ? undefined : await findMinistack(run, cache), failures: {} };
}

function findDynoxide(machine: Machine, cache: string): string | undefined {
  const cached = pathInCache(machine, cache);
  return findInstalledDynoxide(machine) ?? (existsSync(cached) ? cached : undefined);
}

/** Return the path of the program dynoxide in `node_modules`, or undefined. */
export function findInstalledDynoxide(machine: Machine = process): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${dynoxidePackage(machine)}/dynoxide`);
  } catch {
    return undefined;
  }
}

function folderInCache({ platform, arch }: Machine, cache: string): string {
  return join(cache, `dynoxide-${DYNOXIDE_VERSION}-${platform}-${arch}`);
}

function pathInCache(machine: Machine, cache: string): string {
  return programIn(folderInCache(machine, cache), machine);
}

function programIn(folder: string, machine: Machine): string {
  return join(folder, 'node_modules', dynoxidePackage(machine), 'dynoxide');
}

/**
 * Install dynoxide into a cache folder with npm, and return the path of the program. Processes may install it at the same
 * time: the first one stays. Throws npm's reason, e.g. that the registry has no such package, and that of a program which
 * does not run on this machine.
 */
export async function installDynoxide(run: RunCommand, machine: Machine, cache: string): Promise<string> {
  const folder = folderInCache(machine, cache);
  const draft = createDraft(folder);
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const brief = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
  // The name of the package has the system. npm would also compare it with the system that runs npm.
  const anySystem = ['--force'];
  const name = `${dynoxidePackage(machine)}@${DYNOXIDE_VERSION}`;
  try {
    await run('npm', ['install', '--prefix', draft, ...quiet, ...brief, ...anySystem, name]);
    await run(programIn(draft, machine), ['--version']);
    moveIntoCache(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return pathInCache(machine, cache);
}

/** Create a function that runs commands in this environment. A failure has the first lines of their errors, without warnings. */
export function commandsIn(env: NodeJS.ProcessEnv): RunCommand {
  return async (command, args) => {
    try {
      await promisify(execFile)(command, args, { env, maxBuffer: 16 * 1024 * 1024 });
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: string };
      const lines = (stderr ?? '').trim().split('\n');
      const errors = lines.filter((line) => !line.startsWith('WARNING:'));
      throw new Error((errors.length > 0 ? errors : lines).slice(0, 2).join(' ') || message);
    }
  };
}
