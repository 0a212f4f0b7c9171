import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { settingsOf } from '../config/runtime-settings.ts';
import { FunctionRole } from './function-role.ts';
import { removalOf } from './service-table.ts';
import type { Stage } from './stages.ts';

export interface ServiceFunctionProps {
  /** The file below `functions/`, and a variant where one file is deployed more than once. */
  name: string;
  bundle: string;
  stage: Stage;
  timeoutSeconds: number;
  concurrency: number | null;
}

/**
 * A Lambda with the house's defaults: a role of its own that may write its own log and nothing else, until
 * a grant says more; a log with an end; the stage's settings.
 */
export function serviceFunction(scope: Construct, id: string, props: ServiceFunctionProps): LambdaFunction {
  const logGroup = new LogGroup(scope, `${id}Log`, {
    retention: props.stage.logRetentionDays,
    removalPolicy: removalOf(props.stage),
  });
  const role = new FunctionRole(scope, `${id}Role`);
  role.addToPolicy(
    new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    }),
  );
  const created = new LambdaFunction(scope, id, {
    code: Code.fromAsset(props.bundle),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: 512,
    timeout: Duration.seconds(props.timeoutSeconds),
    logGroup,
    role,
    ...(props.concurrency === null ? {} : { reservedConcurrentExecutions: props.concurrency }),
    environment: {
      FUNCTION: props.name,
      STAGE: props.stage.name,
      SETTINGS: JSON.stringify(settingsOf(props.stage)),
      NODE_OPTIONS: '--enable-source-maps',
      UV_THREADPOOL_SIZE: '16',
    },
  });
  // The name by which people, sample events and the local runner know the function.
  (created.node.defaultChild as CfnFunction).addMetadata('Function', props.name);
  return created;
}
