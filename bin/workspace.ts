import { WrongArguments } from '../lib/operations/arguments.ts';
import { workspaceCommand } from '../lib/operations/workspace-command.ts';

try {
  console.log(
    await workspaceCommand(process.argv.slice(2), { folder: process.env.LOCAL_FOLDER ?? '.local' }),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof WrongArguments ? 2 : 1;
}
