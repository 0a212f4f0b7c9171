import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { allJobs, jobOf } from '../bundle/declared-jobs.ts';
import { MAX_RECEIVES } from '../core/retry/back-off.ts';
import type { DeliveryLane } from '../webhooks/rules/delivery-lane.ts';
import { jobFunctionId, queueId, queueOf } from './construct-ids.ts';
import { deadLetterQueue, workQueue } from './dead-letter-queues.ts';
import { grantEmail, grantSend, type ServiceUrls } from './grants.ts';
import { grantExportStorage, grantImportStorage, grantMediaDeletion, inspectMedia } from './media-bucket.ts';
import { addPublishing } from './publish-workers.ts';
import { maximum, SINGLE_MESSAGES } from './queue-concurrency.ts';
import { addRecurringSchedule, grantPostScheduling, grantScheduleDeletion } from './schedules.ts';
import type { StackContext } from './stack-context.ts';
import { addStreamMapping } from './stream-mapping.ts';
import { amountIn, createWorker, grantQueues } from './worker-function.ts';

const SLOW_DELIVERY_TIMEOUT_SECONDS = 30;
const DELIVERY_BATCHES = { batchSize: 10, reportBatchItemFailures: true };
/** The functions whose triggers or variants the stack creates one by one. */
const WITH_OWN_TRIGGER = ['on-publish-due', 'on-delivery-queued', 'on-publish-scheduled'];

/** Create the workers and their queues and schedules. Returns what alarms watch. */
export function addWorkers(context: StackContext, urls: ServiceUrls) {
  const { publishing, publishDeadLetters } = addPublishing(context, urls.baseUrl);
  const { deliveryQueue, deliveryDeadLetters } = addDelivery(context);
  const { queues: own, deadLetters } = addJobQueues(context);
  const queues = new Map([...own, ['delivery', deliveryQueue], ['media', context.media.queue]]);
  const workers = new Map(
    allJobs()
      .filter(({ name }) => !WITH_OWN_TRIGGER.includes(name))
      .map(({ name }) => [name, addJob(context, name, own)]),
  );
  const streamWorker = workers.get('on-table-change')!;
  const scheduled = addScheduledPosts(context, [streamWorker, workers.get('on-schedule-planning-due')!]);
  for (const [name, worker] of [...workers, ['on-publish-scheduled', scheduled] as const]) {
    grantQueues(name, worker, queues, publishing);
  }
  const sweep = workers.get('on-sweep-due')!;
  sweep.addEnvironment('SWEEP_EVERY_MINUTES', String(context.stage.sweepEveryMinutes));
  inspectMedia(context.media, workers.get('on-media-queued')!, maximum(context.stage.mediaConcurrency));
  grantEmail(context, workers.get('on-email-queued')!, urls);
  grantExportStorage(context.media, workers.get('on-step-queued')!);
  grantImportStorage(context.media, workers.get('on-step-queued')!);
  grantMediaDeletion(context.media, streamWorker);
  const deletion = workers.get('on-workspace-deletion-due')!;
  grantMediaDeletion(context.media, deletion);
  grantScheduleDeletion(context, deletion);
  addStreamMapping(context, streamWorker);
  return {
    streamWorker,
    sweep,
    queues: { delivery: deliveryQueue, email: queues.get('email')!, media: context.media.queue },
    deadLetterQueues: { publishDeadLetters, deliveryDeadLetters, ...deadLetters },
  };
}

/** Create the queues of the jobs that have one, each with its dead-letter queue. */
function addJobQueues({ stack }: StackContext) {
  const queues = new Map<string, Queue>();
  const deadLetters: Record<string, Queue> = {};
  for (const { name, queue, timeoutSeconds } of allJobs()) {
    if (!queue) continue;
    const letters = deadLetterQueue(stack, queueId(queueOf(name), 'DeadLetters'));
    const receives = MAX_RECEIVES[queue.receives ?? 'default'];
    const id = queueId(queueOf(name), 'Queue');
    queues.set(queueOf(name), workQueue(stack, id, timeoutSeconds, letters, receives));
    deadLetters[queueOf(name)] = letters;
  }
  return { queues, deadLetters };
}

/** Create the function of a job, with its schedule, or its queue as the trigger. */
function addJob(context: StackContext, name: string, queues: ReadonlyMap<string, Queue>): LambdaFunction {
  const { every, schedule = `${jobFunctionId(name)}Schedule`, queue } = jobOf(name);
  const { stage } = context;
  const options = name === 'on-table-change' ? { concurrency: stage.streamConcurrency } : {};
  const worker = createWorker(context, name, options);
  if (every !== undefined) addRecurringSchedule(context, schedule, amountIn(stage, every)!, worker);
  // A stage without a sender queues no emails, and Lambda does not poll its queue.
  if (queue && (name !== 'on-email-queued' || stage.emailSender !== null)) {
    const limit = maximum(amountIn(stage, queue.concurrency));
    worker.addEventSource(new SqsEventSource(queues.get(queueOf(name))!, { ...SINGLE_MESSAGES, ...limit }));
  }
  return worker;
}

/** Create the function that schedules of posts invoke a minute early. `planners` create the schedules. */
function addScheduledPosts(context: StackContext, planners: LambdaFunction[]): LambdaFunction {
  const { timeoutSeconds } = jobOf('on-publish-scheduled');
  const scheduled = context.createFunction('OnPublishScheduled', 'on-publish-scheduled', {
    timeoutSeconds,
    concurrency: context.stage.scheduleConcurrency,
  });
  const { onFailure } = context;
  scheduled.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: Duration.hours(1), onFailure });
  grantPostScheduling(context, scheduled, planners);
  return scheduled;
}

/**
 * Create the two delivery lanes, each a queue and a function, and their dead-letter queue.
 * Webhook endpoints that respond slowly use the slow lane, whose concurrency is limited: without a limit, enough of
 * them would use up the concurrency of the account.
 */
function addDelivery(context: StackContext) {
  const deliveryDeadLetters = deadLetterQueue(context.stack, 'DeliveryDeadLetters');
  const fastSeconds = jobOf('on-delivery-queued').timeoutSeconds;
  const receives = MAX_RECEIVES.fastDelivery;
  const fast = workQueue(context.stack, 'DeliveryQueue', fastSeconds, deliveryDeadLetters, receives);
  const slow = workQueue(context.stack, 'SlowDeliveryQueue', SLOW_DELIVERY_TIMEOUT_SECONDS, deliveryDeadLetters);
  const inFastLane = deliveryFunction(context, 'fast');
  const inSlowLane = deliveryFunction(context, 'slow');
  grantSend(inFastLane, slow, 'SLOW_DELIVERY_QUEUE_URL');
  // A lane whose receivers hang or whose deliveries pile up must not use up the concurrency of the account.
  const { fastDeliveryConcurrency, slowDeliveryConcurrency } = context.stage;
  inFastLane.addEventSource(new SqsEventSource(fast, { ...DELIVERY_BATCHES, ...maximum(fastDeliveryConcurrency) }));
  inSlowLane.addEventSource(new SqsEventSource(slow, { ...DELIVERY_BATCHES, ...maximum(slowDeliveryConcurrency) }));
  return { deliveryQueue: fast, deliveryDeadLetters };
}

function deliveryFunction(context: StackContext, lane: DeliveryLane): LambdaFunction {
  const slow = {
    id: 'OnDeliveryQueuedSlow',
    variant: 'on-delivery-queued/slow',
    timeoutSeconds: SLOW_DELIVERY_TIMEOUT_SECONDS,
  };
  const deliver = createWorker(context, 'on-delivery-queued', lane === 'slow' ? slow : {});
  deliver.addEnvironment('DELIVERY_LANE', lane);
  // A DNS lookup cannot be cancelled. When the name server does not respond, it occupies a thread for ten seconds
  // by default (measured) while other lookups wait for one. These options reduce that to two seconds.
  deliver.addEnvironment('RES_OPTIONS', 'timeout:1 attempts:2');
  return deliver;
}
