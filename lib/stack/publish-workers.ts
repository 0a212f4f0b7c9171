import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { jobOf } from '../bundle/declared-jobs.ts';
import { PLATFORMS, type Platform } from '../platforms/platform.ts';
import { publishFunctionId, publishQueueId } from './construct-ids.ts';
import { deadLetterQueue, workQueue } from './dead-letter-queues.ts';
import { grantSend } from './grants.ts';
import { grantMediaReading } from './media-bucket.ts';
import { publishLimit, SINGLE_MESSAGES } from './queue-concurrency.ts';
import type { Publishing, StackContext } from './stack-context.ts';
import { createWorker } from './worker-function.ts';

/** How long an invocation that publishes may take. */
export const PUBLISH_TIMEOUT_SECONDS = jobOf('on-publish-due').timeoutSeconds;

/**
 * Create a publish function and a queue per platform, so that a slow platform delays only its own posts, and one of each for
 * the slow lane of all platforms if the stage has one.
 */
export function addPublishing(context: StackContext, baseUrl: string) {
  const publishDeadLetters = deadLetterQueue(context.stack, 'PublishDeadLetters');
  const slowQueue = addSlowLane(context, publishDeadLetters, baseUrl);
  const entries = PLATFORMS.map((platform) => {
    const concurrency = context.stage.publishConcurrency[platform];
    const publish = publishFunction(context, publishFunctionId(platform), { variant: platform, concurrency }, baseUrl);
    const queue = workQueue(context.stack, publishQueueId(platform), PUBLISH_TIMEOUT_SECONDS, publishDeadLetters);
    publish.addEventSource(new SqsEventSource(queue, { ...SINGLE_MESSAGES, ...publishLimit(concurrency) }));
    grantSend(publish, slowQueue ?? queue, 'SLOW_PUBLISH_QUEUE_URL');
    return [platform, { publish, queue }] as const;
  });
  return { publishing: Object.fromEntries(entries) as Publishing, publishDeadLetters };
}

/**
 * Create the slow lane, unless the stage has none. Leases limit how many of its attempts are in progress per platform, so it
 * has no maximum concurrency: with one, Lambda polls an empty queue with five pollers in place of two.
 */
function addSlowLane(context: StackContext, deadLetters: Queue, baseUrl: string): Queue | null {
  const { slowPublishConcurrency } = context.stage;
  if (slowPublishConcurrency === null) return null;
  const publish = publishFunction(context, 'OnPublishDueSlow', { variant: 'slow', concurrency: null }, baseUrl);
  publish.addEnvironment('SLOW_PUBLISH_CONCURRENCY', String(slowPublishConcurrency));
  const queue = workQueue(context.stack, 'SlowPublishQueue', PUBLISH_TIMEOUT_SECONDS, deadLetters);
  publish.addEventSource(new SqsEventSource(queue, SINGLE_MESSAGES));
  return queue;
}

function publishFunction(
  context: StackContext,
  id: string,
  { variant, concurrency }: { variant: Platform | 'slow'; concurrency: number | null },
  baseUrl: string,
): LambdaFunction {
  const publish = createWorker(context, 'on-publish-due', { id, variant: `on-publish-due/${variant}`, concurrency });
  grantMediaReading(context.media, publish);
  // The URL of the pages of sandbox posts.
  publish.addEnvironment('BASE_URL', baseUrl);
  return publish;
}
