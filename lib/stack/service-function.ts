import { Duration, type Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type CfnFunction, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { bundleFunctions } from '../bundle/bundling.ts';
import { hasNativeCode } from '../bundle/native-packages.ts';
import { settingsOf } from '../core/config/runtime-settings.ts';
import { toMemoryMb } from './function-memory.ts';
import { allow, InlineRole } from './inline-role.ts';
import { removalOf } from './removal-policy.ts';
import type { StackContext } from './stack-context.ts';
import type { Stage } from './stage-settings.ts';

const NODE_ENVIRONMENT = { UV_THREADPOOL_SIZE: '16' };

/**
 * Return a factory of Lambda functions with the defaults of the service. Each has its own role, to which grants add,
 * and the settings of the stage in its environment. There are two log groups: one for endpoints, one for workers. A
 * log stream carries the function's name, and so does every line, as `service`.
 */
export function functionFactory(stack: Stack, stage: Stage): StackContext['createFunction'] {
  const bundles = bundleFunctions();
  const [endpointLog, workerLog] = ['EndpointLog', 'WorkerLog'].map(
    (id) => new LogGroup(stack, id, { retention: stage.logRetentionDays, removalPolicy: removalOf(stage) }),
  ) as [LogGroup, LogGroup];
  const SETTINGS = JSON.stringify(settingsOf(stage));
  return (id, file, { timeoutSeconds, variant: name = file, concurrency = null }) => {
    const logGroup = file.startsWith('on-') ? workerLog : endpointLog;
    const role = new InlineRole(stack, `${id}Role`, new ServicePrincipal('lambda.amazonaws.com'));
    allow(role, ['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    // Only a file that is deployed with several bundles has one of the name.
    const bundle = bundles.get(name) ?? bundles.get(file)!;
    const created = new LambdaFunction(stack, id, {
      code: Code.fromAsset(bundle),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: hasNativeCode(bundle) ? Architecture.X86_64 : Architecture.ARM_64,
      memorySize: toMemoryMb(file),
      timeout: Duration.seconds(timeoutSeconds),
      logGroup,
      role,
      ...(concurrency === null ? {} : { reservedConcurrentExecutions: concurrency }),
      environment: { FUNCTION: name, STAGE: stage.name, SETTINGS, ...NODE_ENVIRONMENT },
    });
    // The name that sample events, tests and the local runner use for the function.
    (created.node.defaultChild as CfnFunction).addMetadata('Function', name);
    return created;
  };
}
