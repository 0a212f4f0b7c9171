import { UsageError } from '../tools/cli/arguments.ts';
import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { workspaceCommand } from '../tools/cli/workspace-command.ts';

endWithReader();

try {
  const folder = process.env.LOCAL_FOLDER ?? '.local';
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const text = await workspaceCommand(process.argv.slice(2), { folder, print, warn: console.error });
  if (text !== '') print(text);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
