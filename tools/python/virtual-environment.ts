import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Runs a command to its end. Throws when it fails. */
export type RunCommand = (command: string, args: string[]) => Promise<unknown>;

/** The commands of Python. On macOS, `python3` may be the 3.9 of Apple's tools beside a later one. */
const PYTHONS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11'];
/** Fails for a Python that is too old, or that cannot create environments with pip. */
const CHECK = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';

/**
 * Create a Python virtual environment in `folder` with packages of fixed versions (`name==1.2.3`), unless it exists.
 *
 * Return the folder of its programs, of which `program` is one of the packages. Throws with instructions when there is
 * no Python to create it with.
 */
export async function installInVenv(
  run: RunCommand,
  folder: string,
  requirements: string | readonly string[],
  program: string,
): Promise<string> {
  const programs = join(folder, 'bin');
  // pip installs the programs of a package last, so the environment is complete when they exist.
  if (existsSync(join(programs, program))) return programs;
  await run(await findPython(run), ['-m', 'venv', '--clear', folder]);
  await run(join(programs, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...[requirements].flat()]);
  return programs;
}

async function findPython(run: RunCommand): Promise<string> {
  for (const python of PYTHONS) {
    try {
      await run(python, ['-c', CHECK]);
      return python;
    } catch {
      // It is missing, too old, or has no venv.
    }
  }
  throw new Error('python3 (3.11 or later) with venv is needed. On Debian: apt-get install python3-venv.');
}
