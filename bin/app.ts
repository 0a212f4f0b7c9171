import { App } from 'aws-cdk-lib';
import { addNagChecks } from '../lib/stack/nag.ts';
import { serviceStack } from '../lib/stack/service-stack.ts';
import { stage } from '../lib/stack/stages.ts';

const app = new App();
const name = String(app.node.tryGetContext('stage') ?? 'development');
const overrides = app.node.tryGetContext('settings') ?? {};
const stack = serviceStack(app, stage(name, Number(process.env.LOCAL_PORT ?? 3000), overrides));
// `npm start` sets CDK_VALIDATION=false: it deploys nothing, and validation takes seconds.
if (process.env.CDK_VALIDATION !== 'false') addNagChecks(app, stack);
app.synth();
