import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { onOneCore } from './cold-start/instance.ts';
import type { Run } from './interleave.ts';

/** A process that stays warm between runs. */
export interface RunProcess {
  /** Rejects when the process ends. */
  run: (input: string) => Promise<Run>;
  stop: () => void;
}

/**
 * Start a program of Node.js on one core. It reads the input of each run as a line, and writes the line of a `Run` to
 * the file descriptor 3.
 */
export function startRunProcess(program: string, args: string[], env: Record<string, string>): RunProcess {
  const [command, ...flags] = [...onOneCore(), process.execPath, program, ...args];
  const child = spawn(command!, flags, { env, stdio: ['pipe', 'ignore', 'inherit', 'pipe'] });
  const waiting: PromiseWithResolvers<Run>[] = [];
  createInterface({ input: child.stdio[3] as Readable }).on('line', (line) =>
    waiting.shift()!.resolve(JSON.parse(line)),
  );
  child.on('exit', () => {
    for (const { reject } of waiting) reject(new Error(`The process of ${args[0]} ended.`));
  });
  return {
    run: (input) => {
      const result = Promise.withResolvers<Run>();
      waiting.push(result);
      child.stdin!.write(`${input}\n`);
      return result.promise;
    },
    stop: () => child.kill(),
  };
}
