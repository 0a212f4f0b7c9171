import { UsageError } from '../tools/cli/arguments.ts';
import { workspaceCommand } from '../tools/cli/workspace-command.ts';

try {
  console.log(await workspaceCommand(process.argv.slice(2), { folder: process.env.LOCAL_FOLDER ?? '.local' }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
