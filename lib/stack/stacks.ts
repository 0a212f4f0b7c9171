import { type App, CfnOutput, CrossStackReferences, ReferenceStrength, Stack } from 'aws-cdk-lib';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { addApi, type DeployedEndpoint } from './api.ts';
import { createDataStack, type DataStack, referToExistingData } from './data-stack.ts';
import { deadLetterQueue, watchDeadLetters } from './dead-letter-queues.ts';
import { addBudget, addLinkedInVersionWarning, addMonitoring } from './monitoring.ts';
import { importProtections, protectionsOf } from './protected-settings.ts';
import { createScheduleGroup } from './schedules.ts';
import { functionFactory } from './service-function.ts';
import type { StackContext } from './stack-context.ts';
import type { Stage } from './stage-settings.ts';
import { addWorkers } from './workers.ts';

/**
 * Create the two stacks of a stage: one that holds data, and one that holds everything else.
 * `endpoints` replaces the endpoints of the API; a test deploys more of them than there are.
 */
export function createStacks(
  app: App,
  stage: Stage,
  endpoints?: readonly DeployedEndpoint[],
): { data: Stack; service: Stack } {
  const protections = protectionsOf(app, stage);
  const data = createDataStack(app, stage, protections);
  const service = createServiceStack(app, stage, data, endpoints);
  importProtections(service, data.stack, protections);
  return { data: data.stack, service };
}

/** Create the stack of the functions, the API, the queues, the schedules and the alarms of a stage. */
function createServiceStack(app: App, stage: Stage, data: DataStack, endpoints?: readonly DeployedEndpoint[]): Stack {
  const stack = new Stack(app, `ContentIntelligence-${stage.name}`, {
    description: `Content Intelligence Service (${stage.name})`,
    // CloudFormation accepts 1 MB, of which indentation would be a third.
    suppressTemplateIndentation: true,
  });
  // Imports of exports: CloudFormation then rejects to delete what this stack uses of the data stack.
  CrossStackReferences.of(stack).consume(ReferenceStrength.STRONG);
  const { alarmTopic, streamDeadLetters, media } = data;
  const { table, encryption } = stage.existingData ? referToExistingData(stack, stage.existingData) : data;
  const invocationDeadLetters = deadLetterQueue(stack, 'InvocationDeadLetters');
  const createFunction = functionFactory(stack, stage);
  const onFailure = new SqsDestination(invocationDeadLetters);
  const scheduleGroup = createScheduleGroup(stack);
  const resources = { table, encryption, streamDeadLetters, media, scheduleGroup };
  const context: StackContext = { stack, stage, createFunction, onFailure, ...resources };
  const { api, apiUrl, dashboardDomain, distributionId } = addApi(context, endpoints);
  const baseUrl = `${apiUrl}/v1`;
  const workers = addWorkers(context, { baseUrl, dashboardDomain });
  const deadLetterQueues = { ...workers.deadLetterQueues, invocationDeadLetters, mediaDeadLetters: media.deadLetters };
  const { scheduleGroupName } = scheduleGroup;
  const monitored = { stage, api, distributionId, scheduleGroupName, ...workers, deadLetterQueues };
  if (stage.hasAlarms) {
    watchDeadLetters(workers.sweep, Object.values(deadLetterQueues));
    addMonitoring(stack, alarmTopic, monitored);
  }
  addBudget(stack, stage);
  addLinkedInVersionWarning(stack, stage.linkedInVersionEndsOn);
  new CfnOutput(stack, 'BaseUrl', { value: baseUrl });
  new CfnOutput(stack, 'TableName', { value: table.tableName });
  // For `npm run platform`, which encrypts the credentials of the stage's apps.
  new CfnOutput(stack, 'EncryptionKeyArn', { value: encryption.arn });
  return stack;
}
