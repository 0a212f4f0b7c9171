import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { METRIC_NAMESPACE, METRIC_SERVICE, type MetricName } from '../core/observability/metrics.ts';
import { INDEXES } from '../core/table/schema.ts';
import type { Platform } from '../platforms/facts/platform.ts';
import type { Stage } from './stage-settings.ts';

/** A scheduled function, and how often its schedule invokes it. */
export interface ScheduledJob {
  worker: LambdaFunction;
  everyMinutes: number;
}

/** The resources that alarms watch. */
export interface MonitoredResources {
  stage: Stage;
  api: IHttpApi;
  table: ITableV2;
  streamWorker: LambdaFunction;
  /** The id of the event source mapping that invokes the stream worker. */
  streamMappingId: string;
  jobs: Record<'sweep' | 'schedulePlanning' | 'metricPolls' | 'tokenRefresh', ScheduledJob>;
  queues: {
    publish: Queue[];
    slowPublish: Queue[];
    delivery: Queue;
    slowDelivery: Queue;
    metricPoll: Queue;
    email: Queue;
    media: Queue;
  };
  deadLetterQueues: Record<
    `${'publish' | 'delivery' | 'metricPoll' | 'email' | 'media' | 'invocation'}DeadLetters`,
    Queue
  >;
}

// CloudWatch evaluates an alarm every minute, on the period that ends then. While that period has no data it looks at
// earlier ones, so without FILL an alarm on silence fires late, and an alarm on rare events stays on for hours and
// misses the next event. FILL may return nothing for a metric that never had data: no alarm depends on that, because
// missing data counts like the value that FILL would return. The latest minute of a metric is often still missing, so
// FILL needs periods of several minutes.

/** Return a metric that the service emits: over all platforms, or of one where it is counted per platform. */
export function serviceMetric(
  { stage }: MonitoredResources,
  metricName: MetricName,
  minutes: number,
  statistic: 'Sum' | 'Maximum' | 'Average' | 'SampleCount' = 'Sum',
  platform?: Platform,
): Metric {
  const dimensionsMap = { service: METRIC_SERVICE, stage: stage.name, ...(platform ? { platform } : {}) };
  const period = Duration.minutes(minutes);
  return new Metric({ namespace: METRIC_NAMESPACE, metricName, dimensionsMap, statistic, period });
}

/** Return a metric that the service emits only when something happens, with 0 in the other periods. */
export function eventMetric(
  resources: MonitoredResources,
  metricName: MetricName,
  minutes: number,
  statistic: 'Sum' | 'Maximum' = 'Sum',
): IMetric {
  const events = serviceMetric(resources, metricName, minutes, statistic);
  return math('FILL(events,0)', { events }, minutes);
}

/** Return the percentage of posts that failed; 0 while fewer than `minFailed` did. */
export function failedPercent(resources: MonitoredResources, minutes: number, minFailed: number): IMetric {
  const usingMetrics = {
    failed: serviceMetric(resources, 'PostsFailed', minutes),
    share: serviceMetric(resources, 'PostsFailed', minutes, 'Average'),
  };
  return math(`FILL(IF(failed >= ${minFailed}, 100 * share, 0),0)`, usingMetrics, minutes);
}

/** Return how many heartbeats have passed through the stream. */
export function heartbeats(resources: MonitoredResources, minutes: number): IMetric {
  const beats = serviceMetric(resources, 'HeartbeatDelay', minutes, 'SampleCount');
  return math('FILL(beats,0)', { beats }, minutes);
}

/** Return how often a scheduled function ran, in periods in each of which its schedule invokes it at least once. */
export function runs({ worker, everyMinutes }: ScheduledJob): IMetric {
  const MAX_PERIOD_MINUTES = 1440;
  // A run begins up to a minute late, and its metric arrives some minutes later.
  const minutes = Math.min(5 * Math.ceil((everyMinutes + 4) / 5), MAX_PERIOD_MINUTES);
  const invocations = worker.metricInvocations({ statistic: 'Sum', period: Duration.minutes(minutes) });
  return math('FILL(invocations,0)', { invocations }, minutes);
}

/** Return how many messages are in a queue and not in flight. */
export function visibleMessages(queue: Queue, minutes: number): Metric {
  return queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: Duration.minutes(minutes) });
}

/**
 * Return by how many messages a queue has grown since the previous period. `NumberOfMessagesSent` does not count the
 * messages that SQS moves to a dead-letter queue. SQS reports nothing about a queue that has been empty for hours, so
 * the first message needs FILL.
 */
export function growth(queue: Queue, minutes: number): IMetric {
  return math('DIFF(FILL(messages,0))', { messages: visibleMessages(queue, minutes) }, minutes);
}

/**
 * Return the age of the oldest message of several queues, in seconds. It may include the time for which a message was
 * delayed, at most 15 minutes. SQS leaves out messages that were received three times: after two more attempts they end
 * as dead letters.
 */
export function oldestMessageSeconds(queues: Queue[], minutes: number): IMetric {
  const options = { statistic: 'Maximum', period: Duration.minutes(minutes) };
  const usingMetrics = Object.fromEntries(
    queues.map((queue, index) => [`age_${index}`, queue.metricApproximateAgeOfOldestMessage(options)]),
  );
  return math(`MAX([${Object.keys(usingMetrics).map((id) => `FILL(${id},0)`)}])`, usingMetrics, minutes);
}

/**
 * Return the age of the oldest email that is not sent, in seconds: of those that the function fails on, which SQS leaves
 * out from the third attempt on although many more follow, and of those that it does not receive. A message that fails
 * is received every six minutes, so that each period of ten has one.
 */
export function unsentEmailSeconds(resources: MonitoredResources): IMetric {
  const MINUTES = 10;
  const options = { statistic: 'Maximum', period: Duration.minutes(MINUTES) };
  const usingMetrics = {
    queued: resources.queues.email.metricApproximateAgeOfOldestMessage(options),
    failed: serviceMetric(resources, 'UnsentEmailAge', MINUTES, 'Maximum'),
  };
  return math('MAX([FILL(queued,0),FILL(failed,0)])', usingMetrics, MINUTES);
}

/** Return a metric computed from others, with their period. */
export function math(expression: string, usingMetrics: Record<string, IMetric>, minutes: number): IMetric {
  return new MathExpression({ expression, usingMetrics, period: Duration.minutes(minutes), label: '' });
}

/** Return the percentage of requests that return 5xx; 0 while there are fewer than `minErrors`. */
export function serverErrorPercent({ api }: MonitoredResources, minutes: number, minErrors: number): IMetric {
  const options = { statistic: 'Sum', period: Duration.minutes(minutes) };
  const usingMetrics = { errors: api.metricServerError(options), requests: api.metricCount(options) };
  return math(`IF(errors >= ${minErrors}, 100 * errors / requests, 0)`, usingMetrics, minutes);
}

/**
 * Return the response time that 90 % of the requests stay below, in milliseconds, as the gateway measures it; 0 while
 * there are fewer than `minRequests`, of which one cold start is a tenth.
 */
export function responseTime({ api }: MonitoredResources, minutes: number, minRequests: number): IMetric {
  const period = Duration.minutes(minutes);
  const usingMetrics = {
    latency: api.metricLatency({ statistic: 'p90', period }),
    requests: api.metricCount({ statistic: 'Sum', period }),
  };
  return math(`IF(requests >= ${minRequests}, latency, 0)`, usingMetrics, minutes);
}

/**
 * Return the number of changes that the stream worker did not process: those it stored as dead letters, those that
 * Lambda stored, and those that Lambda dropped because it could not store them.
 */
export function streamDeadLetters(resources: MonitoredResources, minutes: number): IMetric {
  const dimensionsMap = { EventSourceMappingUUID: resources.streamMappingId };
  const options = { namespace: 'AWS/Lambda', dimensionsMap, statistic: 'Sum', period: Duration.minutes(minutes) };
  const usingMetrics = {
    stored: serviceMetric(resources, 'StreamDeadLetters', minutes),
    discarded: new Metric({ ...options, metricName: 'OnFailureDestinationDeliveredEventCount' }),
    dropped: new Metric({ ...options, metricName: 'DroppedEventCount' }),
  };
  return math('SUM([FILL(stored,0),FILL(discarded,0),FILL(dropped,0)])', usingMetrics, minutes);
}

/**
 * Return the throttled reads or writes of the table and its indexes. An alarm has ten metrics at most (Amazon CloudWatch
 * user guide, "CloudWatch service quotas"), so one for both would leave no room for another index.
 */
export function tableThrottles({ table }: MonitoredResources, kind: 'Read' | 'Write', minutes: number): IMetric {
  const dimensions = [{}, ...Object.keys(INDEXES).map((index) => ({ GlobalSecondaryIndexName: index }))];
  const options = { namespace: 'AWS/DynamoDB', statistic: 'Sum', period: Duration.minutes(minutes) };
  const usingMetrics = Object.fromEntries(
    dimensions.map((dimension, index) => {
      const dimensionsMap = { TableName: table.tableName, ...dimension };
      return [`events_${index}`, new Metric({ ...options, metricName: `${kind}ThrottleEvents`, dimensionsMap })];
    }),
  );
  const sum = Object.keys(usingMetrics).map((id) => `FILL(${id},0)`);
  return math(`SUM([${sum}])`, usingMetrics, minutes);
}
