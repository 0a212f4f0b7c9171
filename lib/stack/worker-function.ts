import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { PLATFORMS } from '../platforms/platform.ts';
import { grantAccess, grantSend } from './grants.ts';
import type { Publishing, StackContext } from './stack-context.ts';
import { WORKER_ACCESS } from './table-access.ts';

const SCHEDULED_TIMEOUT_SECONDS = 300;

/** Create the function of a scheduled job, which has reserved concurrency in production. */
export function createJob(
  context: StackContext,
  id: string,
  name: keyof typeof WORKER_ACCESS,
  timeoutSeconds = SCHEDULED_TIMEOUT_SECONDS,
): LambdaFunction {
  return createWorker(context, id, name, timeoutSeconds, { concurrency: context.stage.jobConcurrency });
}

/** Create the function of a worker with the table access that `WORKER_ACCESS` declares. */
export function createWorker(
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

/** Let a function send messages to the publish queues of all platforms. */
export function grantPublishQueues(to: LambdaFunction, publishing: Publishing): void {
  for (const platform of PLATFORMS) {
    grantSend(to, publishing[platform].queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  }
}
