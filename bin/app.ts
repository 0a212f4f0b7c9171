import { App } from 'aws-cdk-lib';
import { addNagChecks } from '../lib/stack/nag.ts';
import { createStacks } from '../lib/stack/stacks.ts';
import { stage } from '../lib/stack/stages.ts';

const app = new App();
const name = String(app.node.tryGetContext('stage') ?? 'development');
const overrides = app.node.tryGetContext('settings') ?? {};
const { service } = createStacks(app, stage(name, Number(process.env.LOCAL_PORT ?? 3000), overrides));
// `npm start` skips validation, which takes longer than synthesis: its stacks are not deployed.
if (process.env.CDK_VALIDATION !== 'false') addNagChecks(app, service);
app.synth();
