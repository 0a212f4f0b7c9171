import { Duration } from 'aws-cdk-lib';
import { FilterCriteria, FilterRule, type Function as LambdaFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import type { DeliveryLane } from '../domain/webhooks/delivery-lane.ts';
import { filteredEntities, removalEntities, unfilteredEntities } from '../workers/stream/subscriptions.ts';
import { deadLetterQueue, workQueue } from './dead-letter-queues.ts';
import { grantAccess, grantMail, grantSend } from './grants.ts';
import { addRecurringSchedule, grantPostScheduling } from './schedules.ts';
import type { Publishing, StackContext } from './stack-context.ts';
import { WORKER_ACCESS } from './table-access.ts';

// Shorter than the lease of an attempt (lib/domain/content/publish-transitions.ts): no lease expires during a run.
const PUBLISH_TIMEOUT_SECONDS = 90;
const DELIVERY_TIMEOUT_SECONDS = 30;
const STREAM_TIMEOUT_SECONDS = 60;
// The longest run of a message, when every response takes its full timeout (lib/workers/metrics/poll-metrics.ts).
const METRIC_POLL_TIMEOUT_SECONDS = 300;
const SCHEDULED_TIMEOUT_SECONDS = 300;
// X's tokens are refreshed 15 minutes before they expire, which leaves three attempts.
const REFRESH_EVERY_MINUTES = 5;
const DELIVERY_BATCHES = { batchSize: 10, reportBatchItemFailures: true };
const SINGLE_MESSAGES = { batchSize: 1, reportBatchItemFailures: true };
const SCHEDULED_POST_TIMEOUT_SECONDS = 30;
// The longest timeout of a Lambda function: planning 100,000 posts takes seven minutes.
const PLANNING_TIMEOUT_SECONDS = 900;
const PLAN_EVERY_MINUTES = 60;

/** Create the workers and their queues and schedules. Returns what alarms watch. */
export function addWorkers(context: StackContext, baseUrl: string) {
  const { publishing, publishDeadLetters } = addPublishing(context);
  const { deliveryQueue, slowDeliveryQueue, deliveryDeadLetters } = addDelivery(context);
  const { streamWorker, streamDeadLetters } = addStreamWorker(context, publishing, deliveryQueue, baseUrl);
  const planner = addPostScheduling(context, publishing, streamWorker);
  const sweep = createJob(context, 'OnSweepDue', 'on-sweep-due');
  grantPublishQueues(sweep, publishing);
  grantSend(sweep, deliveryQueue, 'DELIVERY_QUEUE_URL');
  addRecurringSchedule(context, 'SweepSchedule', 1, sweep);
  const { metricPollQueue, metricPollDeadLetters } = addMetricPolling(context);
  const enqueue = createJob(context, 'OnMetricPollsDue', 'on-metric-polls-due');
  grantSend(enqueue, metricPollQueue, 'METRIC_POLL_QUEUE_URL');
  addRecurringSchedule(context, 'MetricPollSchedule', context.stage.metricPollEveryMinutes, enqueue);
  const refresh = createJob(context, 'OnRefreshDue', 'on-refresh-due');
  addRecurringSchedule(context, 'RefreshSchedule', REFRESH_EVERY_MINUTES, refresh);
  return {
    streamWorker,
    jobs: {
      sweep: { worker: sweep, everyMinutes: 1 },
      schedulePlanning: { worker: planner, everyMinutes: PLAN_EVERY_MINUTES },
      metricPolls: { worker: enqueue, everyMinutes: context.stage.metricPollEveryMinutes },
      tokenRefresh: { worker: refresh, everyMinutes: REFRESH_EVERY_MINUTES },
    },
    queues: {
      publish: PLATFORMS.map((platform) => publishing[platform].queue),
      delivery: deliveryQueue,
      slowDelivery: slowDeliveryQueue,
      metricPoll: metricPollQueue,
    },
    deadLetterQueues: { publishDeadLetters, deliveryDeadLetters, metricPollDeadLetters, streamDeadLetters },
  };
}

/** Create a publish function and queue per platform, so that a slow platform delays only its own posts. */
function addPublishing(context: StackContext) {
  const publishDeadLetters = deadLetterQueue(context.stack, 'PublishDeadLetters');
  const entries = PLATFORMS.map((platform) => [platform, publishingOf(context, platform, publishDeadLetters)] as const);
  return { publishing: Object.fromEntries(entries) as Publishing, publishDeadLetters };
}

function publishingOf(context: StackContext, platform: Platform, deadLetters: Queue): Publishing[Platform] {
  const concurrency = context.stage.publishConcurrency[platform];
  const word = platform.charAt(0).toUpperCase() + platform.slice(1);
  const publish = createWorker(context, `OnPublishDue${word}`, 'on-publish-due', PUBLISH_TIMEOUT_SECONDS, {
    variant: `on-publish-due/${platform}`,
    concurrency,
  });
  const queue = workQueue(context.stack, `PublishQueue${word}`, PUBLISH_TIMEOUT_SECONDS, deadLetters);
  // Lambda hides a message that the reserved concurrency throttles for minutes, so the queue never uses more.
  const limit = concurrency === null ? {} : { maxConcurrency: concurrency };
  publish.addEventSource(new SqsEventSource(queue, { ...SINGLE_MESSAGES, ...limit }));
  return { publish, queue };
}

/**
 * Create the function that schedules of posts invoke a minute early, and the planner that creates them shortly before
 * they are due; returns the planner. The function has its own reserved concurrency: at 08:59 the schedules of 09:00 must not compete with
 * the posts that are being published.
 */
function addPostScheduling(
  context: StackContext,
  publishing: Publishing,
  streamWorker: LambdaFunction,
): LambdaFunction {
  const scheduled = context.createFunction('OnPublishScheduled', 'on-publish-scheduled', {
    timeoutSeconds: SCHEDULED_POST_TIMEOUT_SECONDS,
    concurrency: context.stage.scheduleConcurrency,
  });
  grantPublishQueues(scheduled, publishing);
  const { onFailure } = context;
  scheduled.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: Duration.hours(1), onFailure });
  const planner = createJob(context, 'OnSchedulePlanningDue', 'on-schedule-planning-due', PLANNING_TIMEOUT_SECONDS);
  addRecurringSchedule(context, 'SchedulePlanning', PLAN_EVERY_MINUTES, planner);
  grantPostScheduling(context, scheduled, [streamWorker, planner]);
  return planner;
}

/**
 * Create the two delivery lanes, each a queue and a function, and their dead-letter queue.
 * Webhook endpoints that respond slowly use the slow lane, whose concurrency is limited: without a limit, enough of
 * them would use up the concurrency of the account.
 */
function addDelivery(context: StackContext) {
  const deliveryDeadLetters = deadLetterQueue(context.stack, 'DeliveryDeadLetters');
  const fast = workQueue(context.stack, 'DeliveryQueue', DELIVERY_TIMEOUT_SECONDS, deliveryDeadLetters);
  const slow = workQueue(context.stack, 'SlowDeliveryQueue', DELIVERY_TIMEOUT_SECONDS, deliveryDeadLetters);
  const inFastLane = deliveryFunction(context, 'OnDeliveryQueued', 'fast');
  const inSlowLane = deliveryFunction(context, 'OnDeliveryQueuedSlow', 'slow');
  grantSend(inFastLane, slow, 'SLOW_DELIVERY_QUEUE_URL');
  // A lane whose receivers hang or whose deliveries pile up must not use up the concurrency of the account.
  const { fastDeliveryConcurrency, slowDeliveryConcurrency } = context.stage;
  inFastLane.addEventSource(new SqsEventSource(fast, { ...DELIVERY_BATCHES, maxConcurrency: fastDeliveryConcurrency }));
  inSlowLane.addEventSource(new SqsEventSource(slow, { ...DELIVERY_BATCHES, maxConcurrency: slowDeliveryConcurrency }));
  return { deliveryQueue: fast, slowDeliveryQueue: slow, deliveryDeadLetters };
}

function deliveryFunction(context: StackContext, id: string, lane: DeliveryLane): LambdaFunction {
  const options = lane === 'slow' ? { variant: 'on-delivery-queued/slow' } : {};
  const deliver = createWorker(context, id, 'on-delivery-queued', DELIVERY_TIMEOUT_SECONDS, options);
  deliver.addEnvironment('DELIVERY_LANE', lane);
  // A DNS lookup cannot be cancelled. When the name server does not respond, it occupies a thread for ten seconds
  // by default (measured) while other lookups wait for one. These options reduce that to two seconds.
  deliver.addEnvironment('RES_OPTIONS', 'timeout:1 attempts:2');
  return deliver;
}

/**
 * Create the queue that `on-metric-polls-due` fills and the function that polls one account per message.
 * The concurrency is limited, so that a slow platform cannot use up that of the account. The queue is fair between
 * platforms, so a slow one delays only its own posts.
 */
function addMetricPolling(context: StackContext) {
  const metricPollDeadLetters = deadLetterQueue(context.stack, 'MetricPollDeadLetters');
  const timeoutSeconds = METRIC_POLL_TIMEOUT_SECONDS;
  const metricPollQueue = workQueue(context.stack, 'MetricPollQueue', timeoutSeconds, metricPollDeadLetters);
  const poll = createWorker(context, 'OnMetricPollQueued', 'on-metric-poll-queued', timeoutSeconds);
  const maxConcurrency = context.stage.metricPollConcurrency;
  poll.addEventSource(new SqsEventSource(metricPollQueue, { ...SINGLE_MESSAGES, maxConcurrency }));
  return { metricPollQueue, metricPollDeadLetters };
}

/** Create the stream worker, which derives schedules, events, deliveries, sums and the audit log from changes. */
function addStreamWorker(context: StackContext, publishing: Publishing, deliveryQueue: Queue, baseUrl: string) {
  const streamDeadLetters = deadLetterQueue(context.stack, 'StreamDeadLetters');
  const streamWorker = createWorker(context, 'OnTableChange', 'on-table-change', STREAM_TIMEOUT_SECONDS, {
    concurrency: context.stage.streamConcurrency,
  });
  grantSend(streamWorker, deliveryQueue, 'DELIVERY_QUEUE_URL');
  grantPublishQueues(streamWorker, publishing);
  grantMail(context, streamWorker, baseUrl);
  streamWorker.addEventSource(
    new DynamoEventSource(context.table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      bisectBatchOnError: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(12),
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(streamDeadLetters),
      // Tokens, counters and rate limits change all the time, and nothing follows from them. A mapping is limited to
      // five patterns.
      filters: [
        changesOf({ entity: { S: FilterRule.or(...unfilteredEntities()) } }),
        ...filteredEntities().map(({ entities, attributes }) =>
          changesOf({ entity: { S: FilterRule.or(...entities) }, ...attributes }),
        ),
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('REMOVE'),
          dynamodb: { OldImage: { entity: { S: FilterRule.or(...removalEntities()) } } },
        }),
      ],
    }),
  );
  return { streamWorker, streamDeadLetters };
}

function changesOf(NewImage: object): Record<string, unknown> {
  return FilterCriteria.filter({ dynamodb: { NewImage } });
}

/** Create the function of a scheduled job, which has reserved concurrency in production. */
function createJob(
  context: StackContext,
  id: string,
  name: keyof typeof WORKER_ACCESS,
  timeoutSeconds = SCHEDULED_TIMEOUT_SECONDS,
): LambdaFunction {
  return createWorker(context, id, name, timeoutSeconds, { concurrency: context.stage.jobConcurrency });
}

/** Create the function of a worker with the table access that `WORKER_ACCESS` declares. */
function createWorker(
  context: StackContext,
  id: string,
  name: keyof typeof WORKER_ACCESS,
  timeoutSeconds: number,
  options: { variant?: string; concurrency?: number | null } = {},
): LambdaFunction {
  const worker = context.createFunction(id, name, { timeoutSeconds, ...options });
  grantAccess(context, worker, WORKER_ACCESS[name]);
  return worker;
}

function grantPublishQueues(to: LambdaFunction, publishing: Publishing): void {
  for (const platform of PLATFORMS) {
    grantSend(to, publishing[platform].queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  }
}
