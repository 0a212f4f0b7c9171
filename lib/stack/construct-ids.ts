import type { Platform } from '../platforms/platform.ts';

/** Return the construct id of the publish function of a platform. */
export function publishFunctionId(platform: Platform): string {
  return `OnPublishDue${capitalize(platform)}`;
}

/** Return the construct id of the publish queue of a platform. */
export function publishQueueId(platform: Platform): string {
  return `PublishQueue${capitalize(platform)}`;
}

/** Return the construct id of the function of a job: `OnRefreshDue` of `on-refresh-due`. */
export function jobFunctionId(name: string): string {
  return name.split('-').map(capitalize).join('');
}

/** Return the name of the queue that a job reads: `metric-poll` of `on-metric-poll-queued`. */
export function queueOf(job: string): string {
  return job.replace(/^on-(.+)-queued$/, '$1');
}

/** Return the construct id of a queue, `MetricPollQueue` of `metric-poll`, or of its dead-letter queue. */
export function queueId(queue: string, kind: 'Queue' | 'DeadLetters'): string {
  return `${jobFunctionId(queue)}${kind}`;
}

/** Return the environment variable with the URL of a queue: `METRIC_POLL_QUEUE_URL`. */
export function queueVariable(queue: string): string {
  return `${queue.replaceAll('-', '_').toUpperCase()}_QUEUE_URL`;
}

/** Return the construct id in a logical id, to which the CDK appends eight hexadecimal digits. */
export function constructIdOf(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
