import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { writeMetric } from '../observability/write-metric.ts';
import { cancellationReasons } from '../retry/transient-errors.ts';

const THROTTLES = [
  'ProvisionedThroughputExceeded',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingError',
  'ThrottlingException',
];

/** Count each request that the table throttles, also one that a retry repeats with success. */
export function countThrottles({ middlewareStack }: DynamoDBClient): void {
  middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (isThrottle(error)) writeMetric('TableThrottles', 1);
        throw error;
      }
    },
    // After the retries of the SDK, so that it runs for each attempt.
    { name: 'countThrottles', step: 'finalizeRequest', priority: 'low' },
  );
}

function isThrottle(error: unknown): boolean {
  const codes = [(error as Error).name, ...cancellationReasons(error).map(({ Code }) => Code)];
  return codes.some((code) => THROTTLES.includes(String(code)));
}
