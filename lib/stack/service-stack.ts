import { type App, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Stage } from '../contract/stages.ts';
import { PLATFORMS } from '../domain/platform.ts';
import { WOKEN } from './access.ts';
import { accountKey } from './account-key.ts';
import { addApi } from './api.ts';
import type { Building, Publishing } from './building.ts';
import { bundleFunctions } from './bundles.ts';
import { addDelivery, addPublishing, addReading, followTable } from './consequences.ts';
import { grantAccess, grantSend } from './grants.ts';
import { addNight, warnOfLinkedIn } from './night.ts';
import { failureQueue } from './queues.ts';
import { serviceFunction } from './service-function.ts';
import { serviceTable } from './service-table.ts';
import { every } from './timers.ts';

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
  const failedInvocations = failureQueue(stack, 'FailedInvocations');
  const building: Building = {
    stack,
    stage,
    table,
    accountKey: accountKey(stack, stage),
    make: (id, name, { timeoutSeconds, as, concurrency }) =>
      serviceFunction(stack, id, {
        name: as ?? name,
        bundle: bundles.get(name)!,
        stage,
        timeoutSeconds,
        concurrency: concurrency ?? null,
      }),
    onFailure: new SqsDestination(failedInvocations),
  };
  const { api, address } = addApi(building);
  const baseUrl = `${address}/v1`;
  const { publishing, publishDeadLetters } = addPublishing(building);
  const { deliveryQueue, deliveryDeadLetters } = addDelivery(building);
  const { follow, failedChanges } = followTable(building, publishing, deliveryQueue, baseUrl);
  const sweep = addSweep(building, publishing, deliveryQueue);
  const { readingQueue, readingDeadLetters } = addReading(building);
  addCollector(building, readingQueue);
  addRefresh(building);
  const failureQueues = {
    publishDeadLetters,
    deliveryDeadLetters,
    readingDeadLetters,
    failedChanges,
    failedInvocations,
  };
  if (stage.hasAlarms) addNight(building, { api, table, follow, sweep, failureQueues });
  warnOfLinkedIn(stack, stage.linkedInVersionEndsOn);
  new CfnOutput(stack, 'BaseUrl', { value: baseUrl });
  new CfnOutput(stack, 'TableName', { value: table.tableName });
  return stack;
}

function addSweep(building: Building, publishing: Publishing, deliveryQueue: Queue): LambdaFunction {
  const sweep = building.make('OnSweepDue', 'on-sweep-due', { timeoutSeconds: TIMED_TIMEOUT_SECONDS });
  grantAccess(building, sweep, WOKEN['on-sweep-due']);
  for (const platform of PLATFORMS) {
    grantSend(sweep, publishing[platform].queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  }
  grantSend(sweep, deliveryQueue, 'DELIVERY_QUEUE_URL');
  every(building, 'SweepTimer', 1, sweep);
  return sweep;
}

function addCollector(building: Building, readingQueue: Queue): void {
  const collect = building.make('OnCollectDue', 'on-collect-due', { timeoutSeconds: TIMED_TIMEOUT_SECONDS });
  grantAccess(building, collect, WOKEN['on-collect-due']);
  grantSend(collect, readingQueue, 'READING_QUEUE_URL');
  every(building, 'CollectTimer', building.stage.collectEveryMinutes, collect);
}

function addRefresh(building: Building): void {
  const refresh = building.make('OnRefreshDue', 'on-refresh-due', { timeoutSeconds: TIMED_TIMEOUT_SECONDS });
  grantAccess(building, refresh, WOKEN['on-refresh-due']);
  every(building, 'RefreshTimer', REFRESH_EVERY_MINUTES, refresh);
}
