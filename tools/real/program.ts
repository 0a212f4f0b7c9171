import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const START_DEADLINE_MS = 120_000;

/**
 * Runs its arguments until standard input ends, which happens however this process ends, so that no program is left
 * running. The signal goes to the whole process group, which includes processes of the program.
 */
const UNTIL_INPUT_ENDS = 'exec 3<&0; { read -r _ <&3; kill -9 0; } & "$@" </dev/null 3<&-; kill -9 0';

/** A program that listens on a port of 127.0.0.1. */
export interface RunningProgram {
  /** The last 10,000 characters of what it has written to standard output and standard error. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Start a program and wait until it accepts connections on a port. `environment` is all of its environment besides the
 * path.
 *
 * Throws with its output when it ends before, or after two minutes.
 */
export async function startProgram(
  [command, ...parameters]: [string, ...string[]],
  port: number,
  options: { environment?: Record<string, string>; cwd?: string } = {},
): Promise<RunningProgram> {
  const child = spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, 'sh', command, ...parameters], {
    env: { PATH: process.env.PATH, ...options.environment },
    ...(options.cwd ? { cwd: options.cwd } : {}),
    stdio: ['pipe', 'pipe', 'pipe'],
    // The leader of a process group.
    detached: true,
  });
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-10_000);
    });
  }
  const stop = async () => {
    child.stdin.destroy();
    await ended;
  };
  if (await waitForPort(child, port)) return { output: () => output, stop };
  await stop();
  throw new Error(`${command} did not start:\n${output}`);
}

async function waitForPort(child: ChildProcess, port: number): Promise<boolean> {
  const deadlineMs = Date.now() + START_DEADLINE_MS;
  while (child.signalCode === null && Date.now() < deadlineMs) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return true;
    await sleep(20);
  }
  return false;
}
