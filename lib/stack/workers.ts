import { Duration } from 'aws-cdk-lib';
import { FilterCriteria, FilterRule, type Function as LambdaFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
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

// Shorter than the lease of an attempt (lib/domain/content/publish-transitions.ts): no lease expires during a run.
const PUBLISH_TIMEOUT_SECONDS = 90;
const DELIVERY_TIMEOUT_SECONDS = 30;
const STREAM_TIMEOUT_SECONDS = 60;
// The longest run of a message, when every response takes its full timeout (lib/workers/metrics/poll-metrics.ts).
const METRIC_POLL_TIMEOUT_SECONDS = 300;
const DELIVERY_BATCHES = { batchSize: 10, reportBatchItemFailures: true };
// The share of a publish function's reserved concurrency that queue messages may use; schedules use the rest.
const QUEUE_CONCURRENCY_SHARE = 0.8;

/** Create a publish function and queue per platform, so that a slow platform delays only its own posts. */
export function addPublishing(context: StackContext): { publishing: Publishing; publishDeadLetters: Queue } {
  const deadLetters = deadLetterQueue(context.stack, 'PublishDeadLetters');
  const entries = PLATFORMS.map((platform) => [platform, publishingOf(context, platform, deadLetters)] as const);
  return { publishing: Object.fromEntries(entries) as Publishing, publishDeadLetters: deadLetters };
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
      // A throttled poll hides its message for minutes, so the queue stays below the reserved concurrency. The
      // rest is for schedules, whose invocations are short.
      ...(cap === null ? {} : { maxConcurrency: Math.floor(cap * QUEUE_CONCURRENCY_SHARE) }),
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
 * Create the two delivery lanes, each a queue and a function, and their dead-letter queue.
 *
 * Webhook endpoints that respond slowly use the slow lane, whose concurrency is limited: without a limit, enough of
 * them would use up the concurrency of the account.
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
  // A DNS lookup cannot be cancelled. When the name server does not respond, it occupies a thread for ten seconds
  // by default (measured) while other lookups wait for one. These options reduce that to two seconds.
  deliver.addEnvironment('RES_OPTIONS', 'timeout:1 attempts:2');
  grantAccess(context, deliver, WORKER_ACCESS['on-delivery-queued']);
  return deliver;
}

/**
 * Create the queue that `on-metric-polls-due` fills and the function that polls one account per message.
 *
 * The concurrency is limited, so that a slow platform cannot use up that of the account. The queue is fair between
 * platforms, so a slow one delays only its own posts.
 */
export function addMetricPolling(context: StackContext): {
  metricPollQueue: Queue;
  metricPollDeadLetters: Queue;
} {
  const deadLetters = deadLetterQueue(context.stack, 'MetricPollDeadLetters');
  const queue = workQueue(context.stack, 'MetricPollQueue', METRIC_POLL_TIMEOUT_SECONDS, deadLetters);
  const poll = context.createFunction('OnMetricPollQueued', 'on-metric-poll-queued', {
    timeoutSeconds: METRIC_POLL_TIMEOUT_SECONDS,
  });
  grantAccess(context, poll, WORKER_ACCESS['on-metric-poll-queued']);
  const maxConcurrency = context.stage.metricPollConcurrency;
  poll.addEventSource(new SqsEventSource(queue, { batchSize: 1, reportBatchItemFailures: true, maxConcurrency }));
  return { metricPollQueue: queue, metricPollDeadLetters: deadLetters };
}

/** Create the stream worker, which derives schedules, events, deliveries, sums and the audit log from changes. */
export function addStreamWorker(
  context: StackContext,
  publishing: Publishing,
  deliveryQueue: Queue,
  baseUrl: string,
): { streamWorker: LambdaFunction; streamDeadLetters: Queue } {
  const { stack, table } = context;
  const streamDeadLetters = deadLetterQueue(stack, 'StreamDeadLetters');
  const streamWorker = context.createFunction('OnTableChange', 'on-table-change', {
    timeoutSeconds: STREAM_TIMEOUT_SECONDS,
  });
  grantAccess(context, streamWorker, WORKER_ACCESS['on-table-change']);
  grantSend(streamWorker, deliveryQueue, 'DELIVERY_QUEUE_URL');
  for (const platform of PLATFORMS) {
    grantSend(streamWorker, publishing[platform].queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  }
  addPostScheduling(context, streamWorker, publishing);
  grantMail(context, streamWorker, baseUrl);
  streamWorker.addEventSource(
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
  return { streamWorker, streamDeadLetters };
}

function changesOf(entity: string, attributes: object): Record<string, unknown> {
  const NewImage = { entity: { S: FilterRule.isEqual(entity) }, ...attributes };
  return FilterCriteria.filter({ dynamodb: { NewImage } });
}
