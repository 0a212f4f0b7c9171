import { text } from 'node:stream/consumers';
import { WrongArguments } from '../lib/operations/arguments.ts';
import { workspaceCommand } from '../lib/operations/workspace-command.ts';

/** From the environment, or piped in; never from the arguments, which every process of the machine can read. */
async function readToken(): Promise<string> {
  if (process.env.PLATFORM_ACCESS_TOKEN) return process.env.PLATFORM_ACCESS_TOKEN;
  return process.stdin.isTTY ? '' : text(process.stdin);
}

try {
  const folder = process.env.LOCAL_FOLDER ?? '.local';
  console.log(await workspaceCommand(process.argv.slice(2), { folder, readToken }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof WrongArguments ? 2 : 1;
}
