import { type App, CfnOutput, CrossStackReferences, NestedStack, ReferenceStrength, Stack } from 'aws-cdk-lib';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { addApi, type DeployedEndpoint } from './api.ts';
import { grantChecks } from './checks.ts';
import { createDataStack, type DataStack, referToExistingData } from './data-stack.ts';
import { deadLetterQueue, watchDeadLetters } from './dead-letter-queues.ts';
import { addBudget, addLinkedInVersionWarning, addMonitoring } from './monitoring.ts';
import { importProtections, protectionsOf } from './protected-settings.ts';
import { createScheduleGroup } from './schedules.ts';
import { functionFactory } from './service-function.ts';
import type { StackContext } from './stack-context.ts';
import type { Stage } from './stage-settings.ts';
import { addWorkers } from './workers.ts';

/** The stacks of a stage. `endpoints` and `stageEndpoints` are nested in `service`. */
export interface Stacks {
  data: Stack;
  service: Stack;
  endpoints: NestedStack;
  stageEndpoints: NestedStack;
}

/**
 * Create the two stacks of a stage: one that holds data, and one that holds everything else, with the functions of
 * endpoints in two nested stacks. `endpoints` replaces the endpoints of the API; a test deploys more of them than there are.
 */
export function createStacks(app: App, stage: Stage, endpoints?: readonly DeployedEndpoint[]): Stacks {
  const protections = protectionsOf(app, stage);
  const data = createDataStack(app, stage, protections);
  const created = createServiceStack(app, stage, data, endpoints);
  importProtections(created.service, data.stack, protections);
  return { data: data.stack, ...created };
}

/** Create the stack of the functions, the API, the queues, the schedules and the alarms of a stage. */
function createServiceStack(
  app: App,
  stage: Stage,
  data: DataStack,
  endpoints?: readonly DeployedEndpoint[],
): Omit<Stacks, 'data'> {
  const stack = new Stack(app, `ContentIntelligence-${stage.name}`, {
    description: `Content Intelligence Service (${stage.name})`,
    suppressTemplateIndentation: true,
  });
  // CloudFormation accepts 1 MB per template. Indentation would be a third of it. A nested stack has no such property.
  stack.node.setContext('@aws-cdk/core:suppressTemplateIndentation', true);
  // Imports of exports: CloudFormation then rejects to delete what this stack uses of the data stack.
  CrossStackReferences.of(stack).consume(ReferenceStrength.STRONG);
  const { alarmTopic, streamDeadLetters, media } = data;
  const { table, encryption } = stage.existingData ? referToExistingData(stack, stage.existingData) : data;
  const invocationDeadLetters = deadLetterQueue(stack, 'InvocationDeadLetters');
  // A stack holds at most 500 resources and has 200 outputs. An endpoint has two resources and an output.
  const nested = {
    endpoints: new NestedStack(stack, 'Endpoints', { description: 'Functions of the endpoints' }),
    stageEndpoints: new NestedStack(stack, 'StageEndpoints', {
      description: 'Functions of the endpoints for stage keys',
    }),
  };
  const createFunction = functionFactory(stack, nested, stage);
  const onFailure = new SqsDestination(invocationDeadLetters);
  const scheduleGroup = createScheduleGroup(stack);
  const resources = { table, encryption, streamDeadLetters, media, scheduleGroup };
  const context: StackContext = { stack, stage, createFunction, onFailure, ...resources };
  const { api, apiUrl, dashboardDomain, distributionId } = addApi(context, endpoints);
  const baseUrl = `${apiUrl}/v1`;
  const workers = addWorkers(context, { baseUrl, dashboardDomain });
  const deadLetterQueues = { ...workers.deadLetterQueues, invocationDeadLetters, mediaDeadLetters: media.deadLetters };
  const { scheduleGroupName } = scheduleGroup;
  const { tableName } = table;
  const monitored = { stage, api, distributionId, tableName, scheduleGroupName, ...workers, deadLetterQueues };
  if (stage.hasAlarms) {
    watchDeadLetters(workers.sweep, Object.values(deadLetterQueues));
    // The base URL is no route, and the function of unmatched requests answers it without the table.
    const urls = stage.dashboard ? [baseUrl, `https://${dashboardDomain}/app/`] : [baseUrl];
    grantChecks(context, workers.sweep, urls);
    addMonitoring(stack, alarmTopic, monitored);
  }
  addBudget(stack, stage);
  addLinkedInVersionWarning(stack, stage.linkedInVersionEndsOn);
  new CfnOutput(stack, 'BaseUrl', { value: baseUrl });
  new CfnOutput(stack, 'TableName', { value: table.tableName });
  // For `npm run platform`, which encrypts the credentials of the stage's apps.
  new CfnOutput(stack, 'EncryptionKeyArn', { value: encryption.arn });
  return { service: stack, ...nested };
}
