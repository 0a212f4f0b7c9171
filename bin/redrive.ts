import { UsageError } from '../tools/cli/arguments.ts';
import { redriveCommand } from '../tools/cli/redrive-command.ts';

try {
  const isComplete = await redriveCommand(process.argv.slice(2), console.log);
  process.exitCode = isComplete ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
