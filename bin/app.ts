import { text } from 'node:stream/consumers';
import { App } from 'aws-cdk-lib';
import { createStacks } from '../lib/stack/stacks.ts';
import { readStage } from '../lib/stack/stage-file.ts';

// `npm start` bundles the functions while this process loads the CDK, and then ends its input.
if (process.env.CDK_AWAITS_INPUT === 'true') await text(process.stdin);
const app = new App();
const stacks = createStacks(app, readStage(app));
// `npm start` skips validation, which takes longer than synthesis: its stacks are not deployed.
if (process.env.CDK_VALIDATION !== 'false') {
  const { addNagChecks } = await import('../lib/stack/nag.ts');
  addNagChecks(app, stacks);
}
app.synth();
