import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

const RECEIVES = 5;

/** A queue for what could not be done: kept as long as possible, for somebody to look at. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  return new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
}

/**
 * A queue of work with its dead letters. A message is hidden six times as long as its function may run, so
 * that it does not come back under a function that is still at it.
 */
export function workQueue(scope: Construct, id: string, functionTimeoutSeconds: number, deadLetters: Queue) {
  return new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout: Duration.seconds(6 * functionTimeoutSeconds),
    retentionPeriod: Duration.days(4),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: RECEIVES },
  });
}
