import { join } from 'node:path';
import { type App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Stage } from '../contract/stages.ts';
import { PLATFORMS } from '../domain/platform.ts';
import { addApi } from './api.ts';
import type { Building, Publishing } from './building.ts';
import { bundleFunctions } from './bundles.ts';
import { addDelivery, addPublishing, followTable } from './consequences.ts';
import { grantSend, grantTableRead, grantTableWrite } from './grants.ts';
import { failureQueue } from './queues.ts';
import { serviceFunction } from './service-function.ts';
import { serviceTable } from './service-table.ts';

const TIMED_TIMEOUT_SECONDS = 300;

/** The whole service: table, endpoints, and everything that follows from a change of the table. */
export function serviceStack(app: App, stage: Stage): Stack {
  const stack = new Stack(app, `ContentIntelligence-${stage.name}`, {
    description: `Content Intelligence Service (${stage.name})`,
  });
  const bundles = bundleFunctions(join(app.outdir, 'bundles'));
  const table = serviceTable(stack, stage);
  const building: Building = {
    stack,
    stage,
    table,
    make: (id, name, { timeoutSeconds, as }) =>
      serviceFunction(stack, id, { name: as ?? name, bundle: bundles.get(name)!, stage, timeoutSeconds }),
    onFailure: new SqsDestination(failureQueue(stack, 'FailedInvocations')),
  };
  const api = addApi(building);
  const publishing = addPublishing(building);
  const deliveryQueue = addDelivery(building);
  followTable(building, publishing, deliveryQueue);
  addSweep(building, publishing, deliveryQueue);
  addCollector(building);
  new CfnOutput(stack, 'BaseUrl', { value: `${api.apiEndpoint}/v1` });
  new CfnOutput(stack, 'TableName', { value: table.tableName });
  return stack;
}

function addSweep(building: Building, publishing: Publishing, deliveryQueue: Queue): void {
  const sweep = building.make('OnSweepDue', 'on-sweep-due', { timeoutSeconds: TIMED_TIMEOUT_SECONDS });
  grantTableRead(sweep, building.table);
  for (const platform of PLATFORMS) {
    grantSend(sweep, publishing[platform].queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  }
  grantSend(sweep, deliveryQueue, 'DELIVERY_QUEUE_URL');
  every(building, 'SweepTimer', 1, sweep);
}

function addCollector(building: Building): void {
  const collect = building.make('OnCollectDue', 'on-collect-due', { timeoutSeconds: TIMED_TIMEOUT_SECONDS });
  grantTableRead(collect, building.table);
  grantTableWrite(collect, building.table);
  every(building, 'CollectTimer', building.stage.collectEveryMinutes, collect);
}

function every({ stack, onFailure }: Building, id: string, minutes: number, target: LambdaFunction): void {
  // The next run looks at the same things again, so a run that failed is not repeated for long.
  target.configureAsyncInvoke({ retryAttempts: 1, maxEventAge: Duration.minutes(5), onFailure });
  new Schedule(stack, id, {
    schedule: ScheduleExpression.rate(Duration.minutes(minutes)),
    target: new LambdaInvoke(target, { retryAttempts: 1, maxEventAge: Duration.minutes(5) }),
  });
}
