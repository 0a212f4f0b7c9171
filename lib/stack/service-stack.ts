import { type App, CfnOutput, CrossStackReferences, ReferenceStrength, Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { PLATFORMS } from '../domain/platform.ts';
import { addApi, type DeployedEndpoint } from './api.ts';
import { bundleFunctions } from './bundling.ts';
import type { DataStack } from './data-stack.ts';
import { grantAccess, grantSend } from './grants.ts';
import { addLogGroups } from './log-groups.ts';
import { addLinkedInVersionWarning, addMonitoring } from './monitoring.ts';
import { deadLetterQueue } from './queues.ts';
import { addRecurringSchedule, createScheduleGroup } from './schedules.ts';
import { serviceFunction } from './service-function.ts';
import type { Publishing, StackContext } from './stack-context.ts';
import type { Stage } from './stages.ts';
import { WORKER_ACCESS } from './table-access.ts';
import { addDelivery, addMetricPolling, addPublishing, addStreamWorker } from './workers.ts';

const SCHEDULED_TIMEOUT_SECONDS = 300;
// X's tokens are refreshed 15 minutes before they expire, which leaves three attempts.
const REFRESH_EVERY_MINUTES = 5;

/** Create the stack of the functions, the API, the queues, the schedules and the alarms of a stage. */
export function createServiceStack(
  app: App,
  stage: Stage,
  data: DataStack,
  endpoints?: readonly DeployedEndpoint[],
): Stack {
  const stack = new Stack(app, `ContentIntelligence-${stage.name}`, {
    description: `Content Intelligence Service (${stage.name})`,
    // CloudFormation accepts 1 MB, of which indentation would be a third.
    suppressTemplateIndentation: true,
  });
  // Imports of exports: CloudFormation then refuses to delete what this stack uses of the data stack.
  CrossStackReferences.of(stack).consume(ReferenceStrength.STRONG);
  const { context, invocationDeadLetters } = createContext(stack, stage, data);
  const { api, address } = addApi(context, endpoints);
  const baseUrl = `${address}/v1`;
  const { publishing, publishDeadLetters } = addPublishing(context);
  const { deliveryQueue, deliveryDeadLetters } = addDelivery(context);
  const { streamWorker, streamDeadLetters } = addStreamWorker(context, publishing, deliveryQueue, baseUrl);
  const sweep = addSweep(context, publishing, deliveryQueue);
  const { metricPollQueue, metricPollDeadLetters } = addMetricPolling(context);
  addMetricPollSchedule(context, metricPollQueue);
  addRefresh(context);
  const deadLetterQueues = {
    publishDeadLetters,
    deliveryDeadLetters,
    metricPollDeadLetters,
    streamDeadLetters,
    invocationDeadLetters,
  };
  const { table } = data;
  if (stage.hasAlarms) addMonitoring(context, data.alarmTopic, { api, table, streamWorker, sweep, deadLetterQueues });
  addLinkedInVersionWarning(stack, stage.linkedInVersionEndsOn);
  new CfnOutput(stack, 'BaseUrl', { value: baseUrl });
  new CfnOutput(stack, 'TableName', { value: table.tableName });
  return stack;
}

function createContext(stack: Stack, stage: Stage, { table, accountKey }: DataStack) {
  const bundles = bundleFunctions();
  const invocationDeadLetters = deadLetterQueue(stack, 'InvocationDeadLetters');
  const logGroupOf = addLogGroups(stack, stage);
  const context: StackContext = {
    stack,
    stage,
    table,
    accountKey,
    createFunction: (id, name, { timeoutSeconds, variant, concurrency }) =>
      serviceFunction(stack, id, {
        name: variant ?? name,
        bundle: bundles.get(name)!,
        stage,
        logGroup: logGroupOf(name),
        timeoutSeconds,
        concurrency: concurrency ?? null,
      }),
    onFailure: new SqsDestination(invocationDeadLetters),
    scheduleGroup: createScheduleGroup(stack),
  };
  return { context, invocationDeadLetters };
}

function addSweep(context: StackContext, publishing: Publishing, deliveryQueue: Queue): LambdaFunction {
  const sweep = context.createFunction('OnSweepDue', 'on-sweep-due', {
    timeoutSeconds: SCHEDULED_TIMEOUT_SECONDS,
  });
  grantAccess(context, sweep, WORKER_ACCESS['on-sweep-due']);
  for (const platform of PLATFORMS) {
    grantSend(sweep, publishing[platform].queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  }
  grantSend(sweep, deliveryQueue, 'DELIVERY_QUEUE_URL');
  addRecurringSchedule(context, 'SweepSchedule', 1, sweep);
  return sweep;
}

function addMetricPollSchedule(context: StackContext, metricPollQueue: Queue): void {
  const enqueue = context.createFunction('OnMetricPollsDue', 'on-metric-polls-due', {
    timeoutSeconds: SCHEDULED_TIMEOUT_SECONDS,
  });
  grantAccess(context, enqueue, WORKER_ACCESS['on-metric-polls-due']);
  grantSend(enqueue, metricPollQueue, 'METRIC_POLL_QUEUE_URL');
  addRecurringSchedule(context, 'MetricPollSchedule', context.stage.metricPollEveryMinutes, enqueue);
}

function addRefresh(context: StackContext): void {
  const refresh = context.createFunction('OnRefreshDue', 'on-refresh-due', {
    timeoutSeconds: SCHEDULED_TIMEOUT_SECONDS,
  });
  grantAccess(context, refresh, WORKER_ACCESS['on-refresh-due']);
  addRecurringSchedule(context, 'RefreshSchedule', REFRESH_EVERY_MINUTES, refresh);
}
