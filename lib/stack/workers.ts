import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { MAX_RECEIVES } from '../core/retry/back-off.ts';
import { LEASE_SECONDS } from '../core/retry/lease.ts';
import type { DeliveryLane } from '../webhooks/rules/delivery-lane.ts';
import { deadLetterQueue, workQueue } from './dead-letter-queues.ts';
import { grantEmail, grantSend, type ServiceUrls } from './grants.ts';
import {
  grantExportStorage,
  grantImportStorage,
  grantMediaDeletion,
  inspectMedia,
  MEDIA_TIMEOUT_SECONDS,
} from './media-bucket.ts';
import { addPublishing } from './publish-workers.ts';
import { maximum, SINGLE_MESSAGES } from './queue-concurrency.ts';
import { addRecurringSchedule, grantPostScheduling } from './schedules.ts';
import type { Publishing, StackContext } from './stack-context.ts';
import { addStreamMapping } from './stream-mapping.ts';
import { createJob, createWorker, grantPublishQueues } from './worker-function.ts';

// A batch of the fast lane takes three seconds at most. Six times this is how long a message of a crashed worker waits.
const FAST_DELIVERY_TIMEOUT_SECONDS = 10;
const SLOW_DELIVERY_TIMEOUT_SECONDS = 30;
const STREAM_TIMEOUT_SECONDS = 60;
// Shorter than the lease of the search index (lib/core/retry/lease.ts).
const STEP_TIMEOUT_SECONDS = 60;
// The longest run of a message, when every response takes its full timeout (lib/analytics/workers/poll-metrics.ts).
const METRIC_POLL_TIMEOUT_SECONDS = 300;
// No lease ends while its worker runs.
const EMAIL_TIMEOUT_SECONDS = LEASE_SECONDS.email;
const EMAIL_CONCURRENCY = 2;
// X's tokens are refreshed 15 minutes before they expire, which leaves three attempts.
const REFRESH_EVERY_MINUTES = 5;
const DELIVERY_BATCHES = { batchSize: 10, reportBatchItemFailures: true };
const SCHEDULED_POST_TIMEOUT_SECONDS = 30;
// The longest timeout of a Lambda function: planning 100,000 posts takes seven minutes.
const PLANNING_TIMEOUT_SECONDS = 900;
const PLAN_EVERY_MINUTES = 60;

/** Create the workers and their queues and schedules. Returns what alarms watch. */
export function addWorkers(context: StackContext, urls: ServiceUrls) {
  const { publishing, publishDeadLetters } = addPublishing(context, urls.baseUrl);
  const { deliveryQueue, deliveryDeadLetters } = addDelivery(context);
  const { emailQueue, emailDeadLetters } = addEmail(context, urls);
  const { stepQueue, stepDeadLetters } = addSteps(context);
  const streamWorker = addStreamWorker(context, publishing, { deliveryQueue, emailQueue, stepQueue });
  addPostScheduling(context, publishing, streamWorker);
  const sweep = createJob(context, 'OnSweepDue', 'on-sweep-due');
  grantPublishQueues(sweep, publishing);
  grantSend(sweep, deliveryQueue, 'DELIVERY_QUEUE_URL');
  grantSend(sweep, emailQueue, 'EMAIL_QUEUE_URL');
  const { sweepEveryMinutes } = context.stage;
  sweep.addEnvironment('SWEEP_EVERY_MINUTES', String(sweepEveryMinutes));
  addRecurringSchedule(context, 'SweepSchedule', sweepEveryMinutes, sweep);
  const { metricPollQueue, metricPollDeadLetters } = addMetricPolling(context);
  const enqueue = createJob(context, 'OnMetricPollsDue', 'on-metric-polls-due');
  grantSend(enqueue, metricPollQueue, 'METRIC_POLL_QUEUE_URL');
  addRecurringSchedule(context, 'MetricPollSchedule', context.stage.metricPollEveryMinutes, enqueue);
  const inspect = createWorker(context, 'OnMediaQueued', 'on-media-queued', MEDIA_TIMEOUT_SECONDS);
  inspectMedia(context.media, inspect, maximum(context.stage.mediaConcurrency));
  const refresh = createJob(context, 'OnRefreshDue', 'on-refresh-due');
  addRecurringSchedule(context, 'RefreshSchedule', REFRESH_EVERY_MINUTES, refresh);
  return {
    streamWorker,
    sweep,
    queues: {
      delivery: deliveryQueue,
      email: emailQueue,
      media: context.media.queue,
    },
    deadLetterQueues: {
      publishDeadLetters,
      deliveryDeadLetters,
      metricPollDeadLetters,
      emailDeadLetters,
      stepDeadLetters,
    },
  };
}

/**
 * Create the function that schedules of posts invoke a minute early, and the planner that creates them shortly before
 * they are due. The function has its own reserved concurrency: at 08:59 the schedules of 09:00 must
 * not compete with the posts that are being published.
 */
function addPostScheduling(context: StackContext, publishing: Publishing, streamWorker: LambdaFunction): void {
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
}

/**
 * Create the two delivery lanes, each a queue and a function, and their dead-letter queue.
 * Webhook endpoints that respond slowly use the slow lane, whose concurrency is limited: without a limit, enough of
 * them would use up the concurrency of the account.
 */
function addDelivery(context: StackContext) {
  const deliveryDeadLetters = deadLetterQueue(context.stack, 'DeliveryDeadLetters');
  const [fastSeconds, receives] = [FAST_DELIVERY_TIMEOUT_SECONDS, MAX_RECEIVES.fastDelivery];
  const fast = workQueue(context.stack, 'DeliveryQueue', fastSeconds, deliveryDeadLetters, receives);
  const slow = workQueue(context.stack, 'SlowDeliveryQueue', SLOW_DELIVERY_TIMEOUT_SECONDS, deliveryDeadLetters);
  const inFastLane = deliveryFunction(context, 'OnDeliveryQueued', 'fast');
  const inSlowLane = deliveryFunction(context, 'OnDeliveryQueuedSlow', 'slow');
  grantSend(inFastLane, slow, 'SLOW_DELIVERY_QUEUE_URL');
  // A lane whose receivers hang or whose deliveries pile up must not use up the concurrency of the account.
  const { fastDeliveryConcurrency, slowDeliveryConcurrency } = context.stage;
  inFastLane.addEventSource(new SqsEventSource(fast, { ...DELIVERY_BATCHES, ...maximum(fastDeliveryConcurrency) }));
  inSlowLane.addEventSource(new SqsEventSource(slow, { ...DELIVERY_BATCHES, ...maximum(slowDeliveryConcurrency) }));
  return { deliveryQueue: fast, deliveryDeadLetters };
}

function deliveryFunction(context: StackContext, id: string, lane: DeliveryLane): LambdaFunction {
  const options = lane === 'slow' ? { variant: 'on-delivery-queued/slow' } : {};
  const timeoutSeconds = lane === 'slow' ? SLOW_DELIVERY_TIMEOUT_SECONDS : FAST_DELIVERY_TIMEOUT_SECONDS;
  const deliver = createWorker(context, id, 'on-delivery-queued', timeoutSeconds, options);
  deliver.addEnvironment('DELIVERY_LANE', lane);
  // A DNS lookup cannot be cancelled. When the name server does not respond, it occupies a thread for ten seconds
  // by default (measured) while other lookups wait for one. These options reduce that to two seconds.
  deliver.addEnvironment('RES_OPTIONS', 'timeout:1 attempts:2');
  return deliver;
}

/**
 * Create the queue that `on-metric-polls-due` fills and the function that polls one account per message.
 * The concurrency is limited, so that a slow platform cannot use up that of the account. The queue is fair between
 * workspaces; the worker leaves out a platform that does not respond, so that it delays only its own posts.
 */
function addMetricPolling(context: StackContext) {
  const metricPollDeadLetters = deadLetterQueue(context.stack, 'MetricPollDeadLetters');
  const timeoutSeconds = METRIC_POLL_TIMEOUT_SECONDS;
  const metricPollQueue = workQueue(context.stack, 'MetricPollQueue', timeoutSeconds, metricPollDeadLetters);
  const poll = createWorker(context, 'OnMetricPollQueued', 'on-metric-poll-queued', timeoutSeconds);
  const limit = maximum(context.stage.metricPollConcurrency);
  poll.addEventSource(new SqsEventSource(metricPollQueue, { ...SINGLE_MESSAGES, ...limit }));
  return { metricPollQueue, metricPollDeadLetters };
}

/**
 * Create the queue of emails and the function that sends them. SES limits the rate and the number of emails
 * a day, so the concurrency is the least that SQS supports, and a message that fails is received again every six minutes
 * for a day. A stage without a sender queues no emails, and Lambda does not poll its queue.
 */
function addEmail(context: StackContext, urls: ServiceUrls) {
  const emailDeadLetters = deadLetterQueue(context.stack, 'EmailDeadLetters');
  const timeoutSeconds = EMAIL_TIMEOUT_SECONDS;
  const emailQueue = workQueue(context.stack, 'EmailQueue', timeoutSeconds, emailDeadLetters, MAX_RECEIVES.email);
  const send = createWorker(context, 'OnEmailQueued', 'on-email-queued', timeoutSeconds);
  grantEmail(context, send, urls);
  // A message that names several recipients is divided into one for each.
  grantSend(send, emailQueue, 'EMAIL_QUEUE_URL');
  if (context.stage.emailSender !== null) {
    send.addEventSource(new SqsEventSource(emailQueue, { ...SINGLE_MESSAGES, ...maximum(EMAIL_CONCURRENCY) }));
  }
  return { emailQueue, emailDeadLetters };
}

/**
 * Create the queue of steps, and the function that runs them: of exports, imports and other jobs, and the search index. A
 * step takes seconds, in which the stream would wait. The queue is fair between workspaces.
 */
function addSteps(context: StackContext) {
  const stepDeadLetters = deadLetterQueue(context.stack, 'StepDeadLetters');
  const timeoutSeconds = STEP_TIMEOUT_SECONDS;
  const stepQueue = workQueue(context.stack, 'StepQueue', timeoutSeconds, stepDeadLetters, MAX_RECEIVES.step);
  const run = createWorker(context, 'OnStepQueued', 'on-step-queued', timeoutSeconds);
  // The lease of a step is renewed, so that one whose process has ended is delivered again soon.
  grantSend(run, stepQueue, 'STEP_QUEUE_URL');
  grantExportStorage(context.media, run);
  grantImportStorage(context.media, run);
  const limit = maximum(context.stage.stepConcurrency);
  run.addEventSource(new SqsEventSource(stepQueue, { ...SINGLE_MESSAGES, ...limit }));
  return { stepQueue, stepDeadLetters };
}

/** Create the stream worker, which derives schedules, events, deliveries, sums and the audit log from changes. */
function addStreamWorker(
  context: StackContext,
  publishing: Publishing,
  { deliveryQueue, emailQueue, stepQueue }: Record<'deliveryQueue' | 'emailQueue' | 'stepQueue', Queue>,
): LambdaFunction {
  const streamWorker = createWorker(context, 'OnTableChange', 'on-table-change', STREAM_TIMEOUT_SECONDS, {
    concurrency: context.stage.streamConcurrency,
  });
  grantSend(streamWorker, deliveryQueue, 'DELIVERY_QUEUE_URL');
  grantPublishQueues(streamWorker, publishing);
  grantSend(streamWorker, emailQueue, 'EMAIL_QUEUE_URL');
  grantSend(streamWorker, context.media.queue, 'MEDIA_QUEUE_URL');
  grantSend(streamWorker, stepQueue, 'STEP_QUEUE_URL');
  grantMediaDeletion(context.media, streamWorker);
  addStreamMapping(context, streamWorker);
  return streamWorker;
}
