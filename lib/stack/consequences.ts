import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import type { Building, Publishing } from './building.ts';
import { grantSend, grantTableRead, grantTableWrite } from './grants.ts';
import { failureQueue, workQueue } from './queues.ts';

// Shorter than an attempt's lease (lib/domain/publishing.ts), so that no lease ends under a living worker.
const PUBLISH_TIMEOUT_SECONDS = 90;
const DELIVERY_TIMEOUT_SECONDS = 30;
const STREAM_TIMEOUT_SECONDS = 60;

/** A publish function per platform, so that a slow platform holds up nobody else's posts. */
export function addPublishing(building: Building): Publishing {
  const deadLetters = failureQueue(building.stack, 'PublishDeadLetters');
  const made = PLATFORMS.map(
    (platform) => [platform, publishingOf(building, platform, deadLetters)] as const,
  );
  return Object.fromEntries(made) as Publishing;
}

function publishingOf(building: Building, platform: Platform, deadLetters: Queue): Publishing[Platform] {
  const word = platform.charAt(0).toUpperCase() + platform.slice(1);
  const publish = building.make(`OnPublishDue${word}`, 'on-publish-due', {
    timeoutSeconds: PUBLISH_TIMEOUT_SECONDS,
    as: `on-publish-due/${platform}`,
  });
  const queue = workQueue(building.stack, `PublishQueue${word}`, PUBLISH_TIMEOUT_SECONDS, deadLetters);
  grantTableRead(publish, building.table);
  grantTableWrite(publish, building.table);
  grantSend(publish, queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  publish.addEventSource(new SqsEventSource(queue, { batchSize: 1, reportBatchItemFailures: true }));
  publish.configureAsyncInvoke({
    retryAttempts: 2,
    maxEventAge: Duration.hours(1),
    onFailure: building.onFailure,
  });
  return { publish, queue };
}

/** The queue of deliveries, the function that makes them, and the queue of those it could not look at. */
export function addDelivery(building: Building): Queue {
  const deadLetters = failureQueue(building.stack, 'DeliveryDeadLetters');
  const queue = workQueue(building.stack, 'DeliveryQueue', DELIVERY_TIMEOUT_SECONDS, deadLetters);
  const deliver = building.make('OnDeliveryQueued', 'on-delivery-queued', {
    timeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
  });
  grantTableRead(deliver, building.table);
  grantTableWrite(deliver, building.table);
  grantSend(deliver, queue, 'DELIVERY_QUEUE_URL');
  deliver.addEventSource(new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true }));
  return queue;
}

/** The function on the table's stream: it makes timers, events, deliveries and sums of what was committed. */
export function followTable(building: Building, publishing: Publishing, deliveryQueue: Queue): void {
  const { stack, table } = building;
  const follow = building.make('OnTableChange', 'on-table-change', {
    timeoutSeconds: STREAM_TIMEOUT_SECONDS,
  });
  grantTableRead(follow, table);
  grantTableWrite(follow, table);
  grantSend(follow, deliveryQueue, 'DELIVERY_QUEUE_URL');
  for (const platform of PLATFORMS) {
    grantSend(follow, publishing[platform].queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  }
  grantTimers(building, follow, publishing);
  follow.addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      bisectBatchOnError: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(12),
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(failureQueue(stack, 'FailedChanges')),
      // Tokens, counters and rate limits change all the time, and nothing follows from them.
      filters: [
        FilterCriteria.filter({
          dynamodb: {
            NewImage: { entity: { S: FilterRule.or('Content', 'Entry', 'Delivery', 'Observation') } },
          },
        }),
      ],
    }),
  );
}

function grantTimers({ stack }: Building, follow: LambdaFunction, publishing: Publishing): void {
  const group = new ScheduleGroup(stack, 'Timers');
  const role = new Role(stack, 'TimerRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: {
        StringEquals: { 'aws:SourceAccount': stack.account, 'aws:SourceArn': group.scheduleGroupArn },
      },
    }),
  });
  for (const platform of PLATFORMS) {
    const { publish } = publishing[platform];
    role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [publish.functionArn] }),
    );
    follow.addEnvironment(`PUBLISH_FUNCTION_ARN_${platform.toUpperCase()}`, publish.functionArn);
  }
  follow.addEnvironment('SCHEDULE_GROUP', group.scheduleGroupName);
  follow.addEnvironment('SCHEDULE_ROLE_ARN', role.roleArn);
  const timers = stack.formatArn({
    service: 'scheduler',
    resource: 'schedule',
    resourceName: `${group.scheduleGroupName}/*`,
  });
  follow.addToRolePolicy(
    new PolicyStatement({
      actions: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
      resources: [timers],
    }),
  );
  follow.addToRolePolicy(
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [role.roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
  );
}
