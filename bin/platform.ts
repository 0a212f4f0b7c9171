import { UsageError } from '../tools/cli/arguments.ts';
import { ask } from '../tools/cli/ask.ts';
import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { platformCommand } from '../tools/cli/platform-command.ts';

endWithReader();

try {
  const folder = process.env.LOCAL_FOLDER ?? '.local';
  console.log(await platformCommand(process.argv.slice(2), { folder, ask }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
