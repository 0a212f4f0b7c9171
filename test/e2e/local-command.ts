import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A service that was started by its command, as `npm start` does. */
export interface StartedCommand {
  child: ChildProcess;
  /** What it has printed on standard output and standard error. */
  output(): string;
  /** The start message. Rejects with the output when the process ends before. */
  started(): Promise<string>;
  /** Stop it as Ctrl-C does, or with another signal, and return its exit code, which is null for the signal. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Start the local service by its command, with arguments and an environment. Its output is no terminal. */
export function startCommand(args: string[], environment: Record<string, string>): StartedCommand {
  const child = spawn(process.execPath, [resolve('bin/local.ts'), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const ended = once(child, 'close') as Promise<[number | null]>;
  const started = async () => {
    for (;;) {
      if (/Content Intelligence Service is running[\s\S]*\n\n/.test(printed)) return printed;
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(printed);
      await sleep(50);
    }
  };
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    child.kill(signal);
    const [code] = await ended;
    return code;
  };
  return { child, output: () => printed, started, stop };
}

/** Kill a process, unless it has ended, and wait until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resume) => child.once('exit', resume));
  child.kill('SIGKILL');
  await gone;
}
