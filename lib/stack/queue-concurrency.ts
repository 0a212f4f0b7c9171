import type { SqsEventSourceProps } from 'aws-cdk-lib/aws-lambda-event-sources';

const MAX_UNPROVISIONED_CONCURRENCY = 100;
const INVOCATIONS_PER_POLLER = 10;

/** How a function receives messages that it handles one by one. */
export const SINGLE_MESSAGES = { batchSize: 1, reportBatchItemFailures: true };

/**
 * Limit the concurrency of a queue. Lambda increases that of a queue by 300 a minute; with provisioned pollers by 1,000
 * (AWS Lambda developer guide, "Configuring scaling behavior for SQS event source mappings"), and each of them has up
 * to ten concurrent invocations. They cost money while idle, so only a large concurrency has them.
 */
export function publishLimit(concurrency: number | null): Partial<SqsEventSourceProps> {
  if (concurrency === null || concurrency <= MAX_UNPROVISIONED_CONCURRENCY) return maximum(concurrency);
  const maximumPollers = Math.floor(concurrency / INVOCATIONS_PER_POLLER);
  return { provisionedPollerConfig: { minimumPollers: 2, maximumPollers } };
}

/** Limit the concurrency of a queue's event source, unless `maxConcurrency` is null. */
export function maximum(maxConcurrency: number | null): Partial<SqsEventSourceProps> {
  return maxConcurrency === null ? {} : { maxConcurrency };
}
