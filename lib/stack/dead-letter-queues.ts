import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { MAX_RECEIVES } from '../core/retry/back-off.ts';
import { allow } from './inline-role.ts';

const SECURITY = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** Create a dead-letter queue, which retains messages for the longest time SQS allows. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  return new Queue(scope, id, { ...SECURITY, retentionPeriod: Duration.days(14) });
}

/** Let a function count the messages in dead-letter queues. */
export function watchDeadLetters(watcher: LambdaFunction, queues: Queue[]): void {
  watcher.addEnvironment('DEAD_LETTER_QUEUES', queues.map(({ queueName }) => queueName).join(' '));
  const arns = queues.map(({ queueArn }) => queueArn);
  allow(watcher, ['sqs:GetQueueAttributes'], arns);
}

/**
 * Create a queue that invokes a function. The visibility timeout is six times the timeout of the function, as AWS
 * recommends, so that a message does not reappear while the function handles it. After `maxReceiveCount` failures a message
 * moves to the dead-letter queue.
 */
export function workQueue(
  scope: Construct,
  id: string,
  functionTimeoutSeconds: number,
  deadLetters: Queue,
  maxReceiveCount: number = MAX_RECEIVES.default,
): Queue {
  return new Queue(scope, id, {
    ...SECURITY,
    visibilityTimeout: Duration.seconds(6 * functionTimeoutSeconds),
    retentionPeriod: Duration.days(4),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount },
  });
}
