import { App } from 'aws-cdk-lib';
import { stage } from '../lib/contract/stages.ts';
import { serviceStack } from '../lib/stack/service-stack.ts';

const app = new App();
const name = String(app.node.tryGetContext('stage') ?? 'development');
serviceStack(app, stage(name, Number(process.env.LOCAL_PORT ?? 3000)));
app.synth();
