import { spawn } from 'node:child_process';

/** Open a URL in the browser of a person who is at a terminal. Returns whether a program to do so has been started. */
export async function openBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!process.stdout.isTTY || env.SSH_CONNECTION || env.CI) return false;
  const [command, ...args] = commandFor(url, env);
  if (command === undefined) return false;
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function commandFor(url: string, env: NodeJS.ProcessEnv): string[] {
  if (process.platform === 'darwin') return ['open', url];
  // `start` of cmd would interpret the characters of a URL.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open', url] : [];
}
