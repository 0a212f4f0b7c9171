import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProcesses } from './child-processes.ts';

/** MiniStack emulates the AWS services of the stack on one loopback port. */
const MINISTACK = 'ministack==1.5.33';

/** Starts it with the alarms it does not know. */
const SUPPLEMENTED = join(import.meta.dirname, 'ministack_patches.py');

const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 15_000;

/**
 * Runs its arguments until standard input ends, which it does with the rehearsal, whatever ended that: no
 * emulator stays behind. The signal goes to the whole group, the emulator's functions included.
 */
const UNTIL_INPUT_ENDS =
  'trap : TERM; exec 3<&0; (trap - TERM; read -r _ <&3; kill -TERM 0) & "$@" 3<&- </dev/null; kill -TERM 0';

/**
 * The Python of a virtual environment with MiniStack: the one named, or one made in `folder`. Throws with
 * advice when there is no Python to make it with.
 */
export async function installEmulator(
  { run }: ChildProcesses,
  folder: string,
  named: string | undefined,
): Promise<string> {
  if (named) {
    if (existsSync(join(named, 'bin/ministack'))) return resolve(named, 'bin/python3');
    throw new Error(`MINISTACK_VENV: there is no ministack in ${named}.`);
  }
  const made = join(folder, `rehearse-venv/${MINISTACK}`);
  const python = join(made, 'bin/python3');
  // Installed last, so it is there when all of it is.
  if (existsSync(join(made, 'bin/ministack'))) return python;
  try {
    await run('python3', ['-m', 'venv', '--clear', made]);
  } catch (error) {
    throw new Error(
      `The rehearsal needs python3 (3.11 or later) with venv. On Debian: apt-get install python3-venv.\n${(error as Error).message}`,
    );
  }
  await run(join(made, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', MINISTACK]);
  return python;
}

export interface Emulator {
  /** `http://localhost:<port>`. */
  url: string;
  /** Ends the emulator and everything it started. */
  stop: () => Promise<void>;
}

/** Starts MiniStack on a loopback port and waits until it answers; its output and files go to `folder`. */
export async function startEmulator(
  python: string,
  port: number,
  folder: string,
  env: Record<string, string>,
): Promise<Emulator> {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  // The programs it unpacks there are CommonJS, and would be read as this project's ESM.
  writeFileSync(join(temporary, 'package.json'), '{"type":"commonjs"}\n');
  const logFile = join(folder, 'ministack.log');
  const output = openSync(logFile, 'w');
  const child = spawn('bash', ['-c', UNTIL_INPUT_ENDS, 'ministack', python, SUPPLEMENTED], {
    cwd: folder,
    env: {
      ...env,
      BIND_HOST: '127.0.0.1',
      // Policies are enforced: a function that lacks a permission fails here as it would on AWS.
      AUTH: 'true',
      GATEWAY_PORT: String(port),
      TMPDIR: temporary,
      S3_DATA_DIR: join(folder, 's3'),
    },
    stdio: ['pipe', output, output],
    detached: true,
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.stdin?.end();
    await Promise.race([ended, sleep(STOP_DEADLINE_MS, undefined, { ref: false })]);
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The group is gone, as it should be.
    }
  };
  const url = `http://localhost:${port}`;
  const deadlineMs = Date.now() + START_DEADLINE_MS;
  while (child.exitCode === null && Date.now() < deadlineMs) {
    if (await isHealthy(url)) return { url, stop };
    await sleep(200);
  }
  await stop();
  throw new Error(`MiniStack did not start; ${logFile} says more.`);
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/_ministack/health`)).ok;
  } catch {
    return false;
  }
}
