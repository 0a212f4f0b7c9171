import { setTimeout as sleep } from 'node:timers/promises';
import { App } from 'aws-cdk-lib';
import { readCdkContext } from '../lib/stack/cdk-context.ts';
import { PUBLISH_TIMEOUT_SECONDS } from '../lib/stack/publish-workers.ts';
import { reservationsOf } from '../lib/stack/reserved-concurrency.ts';
import { createStacks } from '../lib/stack/stacks.ts';
import { readStage } from '../lib/stack/stage-file.ts';
import { parseArguments, UsageError } from '../tools/cli/arguments.ts';
import { pausePublishing, resumePublishing } from '../tools/cli/pause-command.ts';

const USAGE = 'Usage: npm run pause|resume -- --stage production';

try {
  const [action, ...given] = process.argv.slice(2);
  const { stage = 'development' } = parseArguments(given, ['stage'], USAGE);
  const app = new App({ analyticsReporting: false, context: { ...readCdkContext(), stage } });
  const read = readStage(app);
  if (action === 'pause') {
    await pausePublishing(read.name, console.log);
    console.log(`Waiting ${PUBLISH_TIMEOUT_SECONDS} s until the invocations that are running have ended.`);
    await sleep(PUBLISH_TIMEOUT_SECONDS * 1000);
    console.log('Nothing is published until npm run resume.');
  } else await resumePublishing(read.name, reservationsOf(createStacks(app, read).service), console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
