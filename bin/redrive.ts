import { WrongArguments } from '../lib/operations/arguments.ts';
import { redriveCommand } from '../lib/operations/redrive-command.ts';

try {
  const isWhole = await redriveCommand(process.argv.slice(2), console.log);
  process.exitCode = isWhole ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof WrongArguments ? 2 : 1;
}
