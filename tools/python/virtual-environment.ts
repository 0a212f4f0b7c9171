import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Runs a command to its end. Throws when it fails. */
export type RunCommand = (command: string, args: string[]) => Promise<unknown>;

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
  try {
    await run('python3', ['-m', 'venv', '--clear', folder]);
  } catch (error) {
    throw new Error(
      `python3 (3.11 or later) with venv is needed. On Debian: apt-get install python3-venv.\n${(error as Error).message}`,
    );
  }
  await run(join(programs, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...[requirements].flat()]);
  return programs;
}
