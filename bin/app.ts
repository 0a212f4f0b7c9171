import { App } from 'aws-cdk-lib';
import { createStacks } from '../lib/stack/stacks.ts';
import { readStage } from '../lib/stack/stage-file.ts';

const app = new App();
const stacks = createStacks(app, readStage(app));
// `npm start` skips validation, which takes longer than synthesis: its stacks are not deployed.
if (process.env.CDK_VALIDATION !== 'false') {
  const { addNagChecks } = await import('../lib/stack/nag.ts');
  addNagChecks(app, stacks);
}
app.synth();
