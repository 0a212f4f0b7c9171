import { App } from 'aws-cdk-lib';
import { stage } from '../lib/contract/stages.ts';
import { checkRules } from '../lib/stack/rules.ts';
import { serviceStack } from '../lib/stack/service-stack.ts';

const app = new App();
const name = String(app.node.tryGetContext('stage') ?? 'development');
const overrides = app.node.tryGetContext('settings') ?? {};
const stack = serviceStack(app, stage(name, Number(process.env.LOCAL_PORT ?? 3000), overrides));
// `npm start` asks for no validation: its stack goes nowhere, and somebody is waiting for it.
if (process.env.CDK_VALIDATION !== 'false') checkRules(app, stack);
app.synth();
