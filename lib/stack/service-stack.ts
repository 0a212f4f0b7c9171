import { type App, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { PLATFORMS } from '../domain/platform.ts';
import { addApi } from './api.ts';
import { bundleFunctions } from './bundling.ts';
import { grantAccess, grantSend } from './grants.ts';
import { accountKey } from './kms-key.ts';
import { addMonitoring, warnOfLinkedIn } from './monitoring.ts';
import { deadLetterQueue } from './queues.ts';
import { addRecurringSchedule } from './schedules.ts';
import { serviceFunction } from './service-function.ts';
import { serviceTable } from './service-table.ts';
import type { Publishing, StackContext } from './stack-context.ts';
import type { Stage } from './stages.ts';
import { WORKER_ACCESS } from './table-access.ts';
import { addDelivery, addMetricPolling, addPublishing, addStreamWorker } from './workers.ts';

const TIMED_TIMEOUT_SECONDS = 300;
// X's tokens are refreshed a quarter of an hour before they end: three runs get a try.
const REFRESH_EVERY_MINUTES = 5;

/** The whole service: table, endpoints, everything that follows from a change of the table, and its alarms. */
export function serviceStack(app: App, stage: Stage): Stack {
  const stack = new Stack(app, `ContentIntelligence-${stage.name}`, {
    description: `Content Intelligence Service (${stage.name})`,
  });
  const bundles = bundleFunctions();
  const table = serviceTable(stack, stage);
  const invocationDeadLetters = deadLetterQueue(stack, 'InvocationDeadLetters');
  const context: StackContext = {
    stack,
    stage,
    table,
    accountKey: accountKey(stack, stage),
    createFunction: (id, name, { timeoutSeconds, variant, concurrency }) =>
      serviceFunction(stack, id, {
        name: variant ?? name,
        bundle: bundles.get(name)!,
        stage,
        timeoutSeconds,
        concurrency: concurrency ?? null,
      }),
    onFailure: new SqsDestination(invocationDeadLetters),
  };
  const { api, address } = addApi(context);
  const baseUrl = `${address}/v1`;
  const { publishing, publishDeadLetters } = addPublishing(context);
  const { deliveryQueue, deliveryDeadLetters } = addDelivery(context);
  const { follow, streamDeadLetters } = addStreamWorker(context, publishing, deliveryQueue, baseUrl);
  const sweep = addSweep(context, publishing, deliveryQueue);
  const { metricPollQueue, metricPollDeadLetters } = addMetricPolling(context);
  addMetricPollTimer(context, metricPollQueue);
  addRefresh(context);
  const deadLetterQueues = {
    publishDeadLetters,
    deliveryDeadLetters,
    metricPollDeadLetters,
    streamDeadLetters,
    invocationDeadLetters,
  };
  if (stage.hasAlarms) addMonitoring(context, { api, table, follow, sweep, deadLetterQueues });
  warnOfLinkedIn(stack, stage.linkedInVersionEndsOn);
  new CfnOutput(stack, 'BaseUrl', { value: baseUrl });
  new CfnOutput(stack, 'TableName', { value: table.tableName });
  return stack;
}

function addSweep(context: StackContext, publishing: Publishing, deliveryQueue: Queue): LambdaFunction {
  const sweep = context.createFunction('OnSweepDue', 'on-sweep-due', {
    timeoutSeconds: TIMED_TIMEOUT_SECONDS,
  });
  grantAccess(context, sweep, WORKER_ACCESS['on-sweep-due']);
  for (const platform of PLATFORMS) {
    grantSend(sweep, publishing[platform].queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  }
  grantSend(sweep, deliveryQueue, 'DELIVERY_QUEUE_URL');
  addRecurringSchedule(context, 'SweepTimer', 1, sweep);
  return sweep;
}

function addMetricPollTimer(context: StackContext, metricPollQueue: Queue): void {
  const collect = context.createFunction('OnMetricPollsDue', 'on-metric-polls-due', {
    timeoutSeconds: TIMED_TIMEOUT_SECONDS,
  });
  grantAccess(context, collect, WORKER_ACCESS['on-metric-polls-due']);
  grantSend(collect, metricPollQueue, 'METRIC_POLL_QUEUE_URL');
  addRecurringSchedule(context, 'MetricPollTimer', context.stage.metricPollEveryMinutes, collect);
}

function addRefresh(context: StackContext): void {
  const refresh = context.createFunction('OnRefreshDue', 'on-refresh-due', {
    timeoutSeconds: TIMED_TIMEOUT_SECONDS,
  });
  grantAccess(context, refresh, WORKER_ACCESS['on-refresh-due']);
  addRecurringSchedule(context, 'RefreshTimer', REFRESH_EVERY_MINUTES, refresh);
}
