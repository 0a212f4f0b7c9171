import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs commands one at a time, and can stop the running one. */
export interface ChildProcesses {
  /**
   * Run a command to its end and return its standard output.
   *
   * `showOutput` writes the output to this process's own and returns an empty string. Throws with the last lines
   * of the output when the command fails.
   */
  run: (command: string, args: string[], options?: RunOptions) => Promise<string>;
  /** Stop the running command and its child processes. Further calls of `run` throw. */
  stop: () => void;
}

interface RunOptions {
  /** In place of the one of all commands. */
  cwd?: string;
  env?: Record<string, string>;
  showOutput?: boolean;
}

const MAX_ERROR_LINES = 40;

/** Create the child processes of a command of this repository, which end with it. */
export function createCommandChildren(): ChildProcesses {
  const children = createChildProcesses(process.cwd(), process.env as Record<string, string>);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, children.stop);
  return children;
}

/** Create child processes, which run in `cwd` with exactly this environment. */
export function createChildProcesses(cwd: string, env: Record<string, string>): ChildProcesses {
  let running: number | undefined;
  let isStopped = false;

  return {
    run: async (command, args, options = {}) => {
      if (isStopped) throw new Error('The command was stopped.');
      const output = options.showOutput ? 'inherit' : 'pipe';
      // A process group of its own, so that one signal also stops its child processes.
      const child = spawn(command, args, {
        cwd: options.cwd ?? cwd,
        env: { ...env, ...options.env },
        stdio: ['ignore', output, output],
        detached: true,
      });
      running = child.pid;
      const written = { stdout: '', all: '' };
      child.stdout?.on('data', (chunk) => {
        written.stdout += chunk;
        written.all += chunk;
      });
      child.stderr?.on('data', (chunk) => {
        written.all += chunk;
      });
      const [code, signal] = await once(child, 'close');
      running = undefined;
      if (code === 0) return written.stdout;
      const end = written.all.trimEnd().split('\n').slice(-MAX_ERROR_LINES).join('\n');
      throw new Error(`${[command, ...args].join(' ')} ended with ${code ?? signal}\n${end}`);
    },
    stop: () => {
      isStopped = true;
      if (running !== undefined) process.kill(-running, 'SIGTERM');
    },
  };
}
