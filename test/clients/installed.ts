import { spawnSync } from 'node:child_process';

/** The oldest Node.js that the packages support, if it is installed. */
export const NODE_20 = firstWith(['/usr/bin/node', '/usr/local/bin/node'], ['--version'], 'v20.');

/** Return the first command whose output contains a text. */
export function firstWith(
  commands: string[],
  args: string[],
  text: string,
  env: Record<string, string> = {},
): string | undefined {
  const isIt = (command: string) =>
    spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } }).stdout?.includes(text);
  return commands.find(isIt);
}
