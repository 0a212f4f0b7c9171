import { spawn } from 'node:child_process';
import { UsageError } from '../tools/cli/arguments.ts';
import { rollbackArguments } from '../tools/cli/rollback-triggers.ts';
import { findResources, findStack, toStackName } from '../tools/cli/stack.ts';

const USAGE = 'Usage: npm run deploy -- --stage production [arguments of cdk deploy]';

try {
  const [option, stage, ...more] = process.argv.slice(2);
  if (option !== '--stage' || !stage) throw new UsageError(USAGE);
  const deployed = await findStack(toStackName(stage));
  const [, , , region = '', account = ''] = deployed?.StackId?.split(':') ?? [];
  const triggers = rollbackArguments(await findResources(stage), { region, account });
  const args = ['deploy', '--all', '-c', `stage=${stage}`, ...triggers, ...more];
  console.log(`cdk ${args.join(' ')}`);
  spawn('cdk', args, { stdio: 'inherit' }).once('close', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
