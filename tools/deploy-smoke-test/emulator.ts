import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINISTACK } from '../python/ministack.ts';
import { installInVenv } from '../python/virtual-environment.ts';
import type { ChildProcesses } from './child-processes.ts';

/** Starts MiniStack with patches. */
const PATCHED_ENTRY_POINT = join(import.meta.dirname, 'ministack_patches.py');

const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 15_000;

/**
 * Runs its arguments until standard input ends, which happens however the smoke test ends, so that no emulator is
 * left running. The signal goes to the whole process group, which includes the emulator's functions.
 */
const UNTIL_INPUT_ENDS =
  'trap : TERM; exec 3<&0; (trap - TERM; read -r _ <&3; kill -TERM 0) & "$@" 3<&- </dev/null; kill -TERM 0';

/**
 * Return the Python of a virtual environment with MiniStack: `venv`, or one created in `folder`.
 *
 * Throws with instructions when there is no Python to create it with.
 */
export async function installEmulator(
  { run }: ChildProcesses,
  folder: string,
  venv: string | undefined,
): Promise<string> {
  if (venv) {
    if (existsSync(join(venv, 'bin/ministack'))) return resolve(venv, 'bin/python3');
    throw new Error(`MINISTACK_VENV: there is no ministack in ${venv}.`);
  }
  const created = join(folder, 'rehearse-venv', MINISTACK);
  return join(await installInVenv(run, created, MINISTACK, 'ministack'), 'python3');
}

export interface Emulator {
  /** `http://localhost:<port>`. */
  url: string;
  /** Stop the emulator and its child processes. */
  stop: () => Promise<void>;
}

/** Start MiniStack on a loopback port and wait until it is healthy. Its output and files are in `folder`. */
export async function startEmulator(
  python: string,
  port: number,
  folder: string,
  env: Record<string, string>,
): Promise<Emulator> {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  // MiniStack extracts CommonJS programs there, which Node would load as ESM by the package.json of this project.
  writeFileSync(join(temporary, 'package.json'), '{"type":"commonjs"}\n');
  const logFile = join(folder, 'ministack.log');
  const output = openSync(logFile, 'w');
  const child = spawn('bash', ['-c', UNTIL_INPUT_ENDS, 'ministack', python, PATCHED_ENTRY_POINT], {
    cwd: folder,
    env: {
      ...env,
      BIND_HOST: '127.0.0.1',
      // Enforce IAM policies: a function without a permission fails as on AWS.
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
      // The process group has ended.
    }
  };
  const url = `http://localhost:${port}`;
  const deadlineMs = Date.now() + START_DEADLINE_MS;
  while (child.exitCode === null && Date.now() < deadlineMs) {
    if (await isHealthy(url)) return { url, stop };
    await sleep(200);
  }
  await stop();
  throw new Error(`MiniStack did not start. See ${logFile}.`);
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/_ministack/health`)).ok;
  } catch {
    return false;
  }
}
