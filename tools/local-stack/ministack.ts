import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './http.ts';
import { type TableServer, waitForTable } from './table-server.ts';

/** MiniStack waits 3 s for open connections, then saves its state. */
const STOP_DEADLINE_MS = 15_000;

/**
 * Runs its arguments until standard input ends, which happens however this process ends. The signal goes to the process
 * group, and the shell waits until MiniStack has saved its state.
 */
const UNTIL_INPUT_ENDS =
  'trap : TERM; exec 3<&0; (trap - TERM; read -r _ <&3; kill -TERM 0) & "$@" 3<&- </dev/null; code=$?; kill -TERM 0; exit $code';

/**
 * Start MiniStack, installed for `python`, as the table of the local service. Its tables are in memory: it loads them from
 * `<folder>/ministack`, and saves them there when the service stops or is killed. When MiniStack itself is killed, what was
 * written since the start is lost, and `log` says so.
 */
export async function startMinistack(
  python: string,
  folder: string,
  log: (line: string) => void,
): Promise<TableServer> {
  const state = join(folder, 'ministack');
  mkdirSync(state, { recursive: true });
  await waitForPrevious(state);
  const port = await freePort();
  const child = spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, 'sh', python, '-m', 'ministack'], {
    cwd: state,
    // Its own process group: a Ctrl-C in the terminal must not stop it under functions that are finishing.
    detached: true,
    env: {
      PATH: process.env.PATH,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      LOG_LEVEL: 'ERROR',
      PERSIST_STATE: '1',
      STATE_DIR: state,
      S3_DATA_DIR: join(state, 's3'),
      HOME: state,
      TMPDIR: state,
    },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let isStopped = false;
  let lastWords = '';
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk).slice(-500);
  });
  child.stdin.on('error', () => {});
  const ended = once(child, 'exit');
  child.on('exit', (code) => {
    if (isStopped) return;
    log(
      `MiniStack ended (code ${code}): what was written since the start is lost. Start the service again. ${lastWords}`,
    );
  });
  const stop = async () => {
    isStopped = true;
    child.stdin.destroy();
    await Promise.race([ended, sleep(STOP_DEADLINE_MS, undefined, { ref: false })]);
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The process group has ended.
    }
  };
  const endpoint = `http://127.0.0.1:${port}`;
  try {
    await Promise.race([
      waitForTable(endpoint),
      ended.then(() => Promise.reject(new Error(`MiniStack: ${lastWords}`))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, stop };
}

/** Wait for the MiniStack of a service that was killed a moment ago: it is saving what this one is to load. */
async function waitForPrevious(state: string): Promise<void> {
  const deadlineMs = Date.now() + STOP_DEADLINE_MS;
  for (const name of globSync('ministack-*.pid', { cwd: state })) {
    const file = join(state, name);
    while (Date.now() < deadlineMs && isRunning(file)) await sleep(50);
    rmSync(file, { force: true });
  }
}

function isRunning(pidFile: string): boolean {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}
