import { Duration } from 'aws-cdk-lib';
import {
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import type { DeliveryLane } from '../domain/webhooks/delivery-lane.ts';
import { filteredEntities, removalEntities, unfilteredEntities } from '../workers/stream/subscriptions.ts';
import { grantAccess, grantSend } from './grants.ts';
import { grantMail } from './mail.ts';
import { deadLetterQueue, workQueue } from './queues.ts';
import { addPostScheduling } from './schedules.ts';
import type { Publishing, StackContext } from './stack-context.ts';
import { WORKER_ACCESS } from './table-access.ts';

// Shorter than an attempt's lease (lib/domain/content/publish-transitions.ts), so that no lease ends under a living worker.
const PUBLISH_TIMEOUT_SECONDS = 90;
const DELIVERY_TIMEOUT_SECONDS = 30;
const STREAM_TIMEOUT_SECONDS = 60;
// What the slowest message takes when every answer takes as long as it may (lib/workers/metrics/poll-metrics.ts).
const METRIC_POLL_TIMEOUT_SECONDS = 300;
const DELIVERY_BATCHES = { batchSize: 10, reportBatchItemFailures: true };
// Of a publish function's cap, what messages may take.
const QUEUE_SHARE = 0.8;

/** A publish function per platform, so that a slow platform holds up nobody else's posts. */
export function addPublishing(context: StackContext): { publishing: Publishing; publishDeadLetters: Queue } {
  const deadLetters = deadLetterQueue(context.stack, 'PublishDeadLetters');
  const made = PLATFORMS.map((platform) => [platform, publishingOf(context, platform, deadLetters)] as const);
  return { publishing: Object.fromEntries(made) as Publishing, publishDeadLetters: deadLetters };
}

function publishingOf(context: StackContext, platform: Platform, deadLetters: Queue): Publishing[Platform] {
  const cap = context.stage.publishConcurrency[platform];
  const word = platform.charAt(0).toUpperCase() + platform.slice(1);
  const publish = context.createFunction(`OnPublishDue${word}`, 'on-publish-due', {
    timeoutSeconds: PUBLISH_TIMEOUT_SECONDS,
    variant: `on-publish-due/${platform}`,
    concurrency: cap,
  });
  const queue = workQueue(context.stack, `PublishQueue${word}`, PUBLISH_TIMEOUT_SECONDS, deadLetters);
  grantAccess(context, publish, WORKER_ACCESS['on-publish-due']);
  grantSend(publish, queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  publish.addEventSource(
    new SqsEventSource(queue, {
      batchSize: 1,
      reportBatchItemFailures: true,
      // A poll that is throttled hides its message for minutes: the queue stays below the cap, and what is
      // left of it is for the timers, whose invocations are short.
      ...(cap === null ? {} : { maxConcurrency: Math.floor(cap * QUEUE_SHARE) }),
    }),
  );
  publish.configureAsyncInvoke({
    retryAttempts: 2,
    maxEventAge: Duration.hours(1),
    onFailure: context.onFailure,
  });
  return { publish, queue };
}

/**
 * Two queues of deliveries, each with a function of its own: receivers that hang hold the slow one's and nobody
 * else's. The slow one is capped, or enough of them would take every invocation the account has. And the queue
 * of what could not be looked at, in either.
 */
export function addDelivery(context: StackContext): { deliveryQueue: Queue; deliveryDeadLetters: Queue } {
  const deadLetters = deadLetterQueue(context.stack, 'DeliveryDeadLetters');
  const fast = workQueue(context.stack, 'DeliveryQueue', DELIVERY_TIMEOUT_SECONDS, deadLetters);
  const slow = workQueue(context.stack, 'SlowDeliveryQueue', DELIVERY_TIMEOUT_SECONDS, deadLetters);
  const inFastLane = deliveryFunction(context, 'OnDeliveryQueued', 'fast');
  const inSlowLane = deliveryFunction(context, 'OnDeliveryQueuedSlow', 'slow');
  for (const deliver of [inFastLane, inSlowLane]) grantSend(deliver, fast, 'DELIVERY_QUEUE_URL');
  grantSend(inFastLane, slow, 'SLOW_DELIVERY_QUEUE_URL');
  inFastLane.addEventSource(new SqsEventSource(fast, DELIVERY_BATCHES));
  const maxConcurrency = context.stage.slowDeliveryConcurrency;
  inSlowLane.addEventSource(new SqsEventSource(slow, { ...DELIVERY_BATCHES, maxConcurrency }));
  return { deliveryQueue: fast, deliveryDeadLetters: deadLetters };
}

function deliveryFunction(context: StackContext, id: string, lane: DeliveryLane): LambdaFunction {
  const deliver = context.createFunction(id, 'on-delivery-queued', {
    timeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
    ...(lane === 'slow' ? { variant: 'on-delivery-queued/slow' } : {}),
  });
  deliver.addEnvironment('DELIVERY_LANE', lane);
  // The lookup of a name whose server is silent cannot be called off: it holds one of a few threads, by
  // default for ten seconds (measured), and the lookups of other receivers wait for a thread. So it is two.
  deliver.addEnvironment('RES_OPTIONS', 'timeout:1 attempts:2');
  grantAccess(context, deliver, WORKER_ACCESS['on-delivery-queued']);
  return deliver;
}

/**
 * Reading the numbers of posts: the queue that `on-metric-polls-due` fills, the function that reads one account at a
 * time, and what could not be read. It is capped, or a platform that is slow would take every invocation; the
 * queue is fair among platforms, so what it holds up is its own posts.
 */
export function addMetricPolling(context: StackContext): {
  metricPollQueue: Queue;
  metricPollDeadLetters: Queue;
} {
  const deadLetters = deadLetterQueue(context.stack, 'MetricPollDeadLetters');
  const queue = workQueue(context.stack, 'MetricPollQueue', METRIC_POLL_TIMEOUT_SECONDS, deadLetters);
  const read = context.createFunction('OnMetricPollQueued', 'on-metric-poll-queued', {
    timeoutSeconds: METRIC_POLL_TIMEOUT_SECONDS,
  });
  grantAccess(context, read, WORKER_ACCESS['on-metric-poll-queued']);
  const maxConcurrency = context.stage.metricPollConcurrency;
  read.addEventSource(
    new SqsEventSource(queue, { batchSize: 1, reportBatchItemFailures: true, maxConcurrency }),
  );
  return { metricPollQueue: queue, metricPollDeadLetters: deadLetters };
}

/** The function on the table's stream: it makes timers, events, deliveries, sums and the audit log of what was committed. */
export function addStreamWorker(
  context: StackContext,
  publishing: Publishing,
  deliveryQueue: Queue,
  baseUrl: string,
): { follow: LambdaFunction; streamDeadLetters: Queue } {
  const { stack, table } = context;
  const streamDeadLetters = deadLetterQueue(stack, 'StreamDeadLetters');
  const follow = context.createFunction('OnTableChange', 'on-table-change', {
    timeoutSeconds: STREAM_TIMEOUT_SECONDS,
  });
  grantAccess(context, follow, WORKER_ACCESS['on-table-change']);
  grantSend(follow, deliveryQueue, 'DELIVERY_QUEUE_URL');
  for (const platform of PLATFORMS) {
    grantSend(follow, publishing[platform].queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  }
  addPostScheduling(context, follow, publishing);
  grantMail(context, follow, baseUrl);
  follow.addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      bisectBatchOnError: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(12),
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(streamDeadLetters),
      // Tokens, counters and rate limits change all the time, and nothing follows from them.
      filters: [
        FilterCriteria.filter({
          dynamodb: {
            NewImage: {
              entity: {
                S: FilterRule.or(...unfilteredEntities()),
              },
            },
          },
        }),
        ...filteredEntities().map(([entity, attributes]) => changesOf(entity, attributes)),
        // A mapping is limited to five patterns.
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('REMOVE'),
          dynamodb: { OldImage: { entity: { S: FilterRule.or(...removalEntities()) } } },
        }),
      ],
    }),
  );
  return { follow, streamDeadLetters };
}

function changesOf(entity: string, attributes: object): Record<string, unknown> {
  const NewImage = { entity: { S: FilterRule.isEqual(entity) }, ...attributes };
  return FilterCriteria.filter({ dynamodb: { NewImage } });
}
