import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs commands one at a time, and can end what it has running. */
export interface ChildProcesses {
  /**
   * Runs a command to its end and answers what it wrote to standard output. `shows` lets the output through
   * as it comes, and answers nothing of it. Throws with the end of its output when it fails.
   */
  run: (command: string, args: string[], options?: RunOptions) => Promise<string>;
  /** Ends the running command with everything it started; further ones are refused. */
  stop: () => void;
}

interface RunOptions {
  env?: Record<string, string>;
  shows?: boolean;
}

const SHOWN_LINES = 40;

/** Commands of the rehearsal, in `cwd` and with this environment and no other. */
export function createChildProcesses(cwd: string, env: Record<string, string>): ChildProcesses {
  let running: number | undefined;
  let isStopped = false;

  return {
    run: async (command, args, options = {}) => {
      if (isStopped) throw new Error('The rehearsal was stopped.');
      const output = options.shows ? 'inherit' : 'pipe';
      // In a group of its own, so that one signal ends it with its own children.
      const child = spawn(command, args, {
        cwd,
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
      const end = written.all.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
      throw new Error(`${[command, ...args].join(' ')} ended with ${code ?? signal}\n${end}`);
    },
    stop: () => {
      isStopped = true;
      if (running !== undefined) process.kill(-running, 'SIGTERM');
    },
  };
}
