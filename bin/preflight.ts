import { App } from 'aws-cdk-lib';
import { readCdkContext } from '../lib/stack/cdk-context.ts';
import { reservationsOf } from '../lib/stack/reserved-concurrency.ts';
import { createStacks } from '../lib/stack/stacks.ts';
import { readStage } from '../lib/stack/stage-file.ts';
import { parseArguments, UsageError } from '../tools/cli/arguments.ts';
import { preflightCommand } from '../tools/cli/preflight-command.ts';

const USAGE = 'Usage: npm run preflight -- --stage production';

try {
  const { stage = 'development' } = parseArguments(process.argv.slice(2), ['stage'], USAGE);
  const app = new App({ analyticsReporting: false, context: { ...readCdkContext(), stage } });
  const read = readStage(app);
  const { service } = createStacks(app, read);
  process.exitCode = (await preflightCommand(read.name, reservationsOf(service), console.log)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
