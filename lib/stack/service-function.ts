import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type CfnFunction, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { settingsOf } from '../config/runtime-settings.ts';
import { InlineRole } from './inline-role.ts';
import type { Stage } from './stages.ts';

export interface ServiceFunctionProps {
  /** The file below `functions/`, with a variant where one file is deployed more than once. */
  name: string;
  bundle: string;
  stage: Stage;
  logGroup: LogGroup;
  timeoutSeconds: number;
  /** The reserved concurrency; null reserves none. */
  concurrency: number | null;
}

/**
 * Create a Lambda function with the defaults of the service.
 *
 * Its role is its own and allows writing to the shared log group; grants add to it. Its environment has the
 * settings of the stage.
 */
export function serviceFunction(scope: Construct, id: string, props: ServiceFunctionProps): LambdaFunction {
  const { logGroup } = props;
  const role = new InlineRole(scope, `${id}Role`, new ServicePrincipal('lambda.amazonaws.com'));
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
  // The name that sample events, tests and the local runner use for the function.
  (created.node.defaultChild as CfnFunction).addMetadata('Function', props.name);
  return created;
}
