import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { jobOf } from '../bundle/declared-jobs.ts';
import type { Amount } from '../core/queue/define-job.ts';
import { PLATFORMS } from '../platforms/platform.ts';
import { jobFunctionId, queueVariable } from './construct-ids.ts';
import { grantAccess, grantSend } from './grants.ts';
import type { Publishing, StackContext } from './stack-context.ts';
import type { Stage } from './stage-settings.ts';

/** What one function of a job differs in from its declaration. */
interface WorkerOptions {
  id?: string;
  timeoutSeconds?: number;
  variant?: string;
  concurrency?: number | null;
}

/** Create the function of a job, with the table access that the features declare. A scheduled job reserves concurrency. */
export function createWorker(context: StackContext, name: string, options: WorkerOptions = {}): LambdaFunction {
  const { timeoutSeconds, access, every } = jobOf(name);
  const { id = jobFunctionId(name), ...others } = options;
  const concurrency = every === undefined ? {} : { concurrency: context.stage.jobConcurrency };
  const worker = context.createFunction(id, name, { timeoutSeconds, ...concurrency, ...others });
  grantAccess(context, worker, access);
  return worker;
}

/** Let the function of a job send to the queues that the job declares. */
export function grantQueues(
  name: string,
  sender: LambdaFunction,
  queues: ReadonlyMap<string, Queue>,
  publishing: Publishing,
): void {
  for (const target of jobOf(name).sends ?? []) {
    if (target === 'publish') grantPublishQueues(sender, publishing);
    else grantSend(sender, queues.get(target)!, queueVariable(target));
  }
}

/** Let a function send messages to the publish queues of all platforms. */
function grantPublishQueues(to: LambdaFunction, publishing: Publishing): void {
  for (const platform of PLATFORMS) {
    grantSend(to, publishing[platform].queue, `PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
  }
}

/** Return an amount that a job declares, in this stage. Throws when the stage has no such number. */
export function amountIn(stage: Stage, amount: Amount): number | null {
  if (typeof amount === 'number') return amount;
  const value = stage[amount.setting as keyof Stage];
  if (value !== null && typeof value !== 'number') throw new Error(`No stage has a number ${amount.setting}.`);
  return value;
}
