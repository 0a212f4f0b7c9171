import { App } from 'aws-cdk-lib';
import { readCdkContext } from '../lib/stack/cdk-context.ts';
import { countRoles } from '../lib/stack/count-roles.ts';
import { reservationsOf } from '../lib/stack/reserved-concurrency.ts';
import { createStacks } from '../lib/stack/stacks.ts';
import { readStage } from '../lib/stack/stage-file.ts';
import { parseArguments, UsageError } from '../tools/cli/arguments.ts';
import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { preflightCommand } from '../tools/cli/preflight-command.ts';

endWithReader();

const USAGE = 'Usage: npm run preflight -- --stage production';

try {
  const { stage = 'development' } = parseArguments(process.argv.slice(2), ['stage'], USAGE);
  const app = new App({ analyticsReporting: false, context: { ...readCdkContext(), stage } });
  const read = readStage(app);
  const { service } = createStacks(app, read);
  const needs = { reservations: reservationsOf(service), roles: countRoles(service) };
  process.exitCode = (await preflightCommand(read, needs, console.log)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
