import { type ChildProcess, spawn } from 'node:child_process';

const START_DEADLINE_MS = 120_000;

/** A server that runs in a process of its own. */
export interface ServerProcess {
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
}

/**
 * Start a script that prints `ready` when its server accepts connections, and wait for it. `environment`: variables of
 * this script.
 *
 * Throws with the output of the process when it ends or is not ready after two minutes.
 */
export async function startServerProcess(
  script: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script, ...parameters], {
    env: { PATH: process.env.PATH, LOG_ENABLED: 'false', NODE_ENV: 'test', MALLOC_ARENA_MAX: '2', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  try {
    await waitUntilReady(child, ended);
  } catch (error) {
    await kill();
    throw error;
  }
  return { kill };
}

async function waitUntilReady({ stdout, stderr }: ChildProcess, ended: Promise<void>): Promise<void> {
  let output = '';
  const { promise: ready, resolve } = Promise.withResolvers<'ready'>();
  for (const stream of [stdout!, stderr!]) {
    stream.on('data', (chunk) => {
      // Later output is not needed, and a long run must not keep it.
      output = (output + chunk).slice(-10_000);
      if (/^ready$/m.test(output)) resolve('ready');
    });
  }
  const timer = Promise.withResolvers<void>();
  const timeout = setTimeout(timer.resolve, START_DEADLINE_MS);
  const first = await Promise.race([ready, ended, timer.promise]);
  clearTimeout(timeout);
  if (first !== 'ready') throw new Error(`The server did not start:\n${output}`);
}
