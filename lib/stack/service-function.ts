import { CfnMapping, Duration, type NestedStack, type Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type CfnFunction, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { hasNativeCode } from '../bundle/native-packages.ts';
import { settingsOf } from '../core/config/runtime-settings.ts';
import { functionBundles } from './function-bundles.ts';
import { toMemoryMb } from './function-memory.ts';
import { allow, InlineRole } from './inline-role.ts';
import { removalOf } from './removal-policy.ts';
import type { StackContext } from './stack-context.ts';
import type { Stage } from './stage-settings.ts';

const NODE_ENVIRONMENT = { UV_THREADPOOL_SIZE: '16' };

/**
 * Return a factory of Lambda functions with the defaults of the service. Each has its own role, to which grants add,
 * and the settings of the stage in its environment. The functions of endpoints are in the nested stacks, those of workers in
 * `stack`, each of both kinds with a log group. A log stream carries the function's name, and so does every line, as `service`.
 */
export function functionFactory(
  stack: Stack,
  nested: Record<'endpoints' | 'stageEndpoints', NestedStack>,
  stage: Stage,
): StackContext['createFunction'] {
  const bundles = functionBundles(stack);
  const createLog = (id: string) =>
    new LogGroup(stack, id, { retention: stage.logRetentionDays, removalPolicy: removalOf(stage) });
  const homeOf = (scope: Stack, logGroup: LogGroup) => ({ scope, logGroup, SETTINGS: settingsReference(scope, stage) });
  const endpointLog = createLog('EndpointLog');
  const endpoints = homeOf(nested.endpoints, endpointLog);
  const stageEndpoints = homeOf(nested.stageEndpoints, endpointLog);
  const workers = homeOf(stack, createLog('WorkerLog'));
  return (id, file, { timeoutSeconds, variant: name = file, concurrency = null, isOfStage = false }) => {
    const home = isOfStage ? stageEndpoints : endpoints;
    const { scope, logGroup, SETTINGS } = file.startsWith('on-') ? workers : home;
    const role = new InlineRole(scope, `${id}Role`, new ServicePrincipal('lambda.amazonaws.com'));
    allow(role, ['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    // Only a file that is deployed with several bundles has one of the name.
    const bundle = bundles.get(name) ?? bundles.get(file)!;
    const created = new LambdaFunction(scope, id, {
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

/** Store the settings of a stage once in a template: as text in each function they would be a third of it. */
function settingsReference(scope: Stack, stage: Stage): string {
  const mapping = new CfnMapping(scope, 'Settings', {
    mapping: { Stage: { Json: JSON.stringify(settingsOf(stage)) } },
  });
  return mapping.findInMap('Stage', 'Json');
}
