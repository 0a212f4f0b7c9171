import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { METRIC_NAMESPACE, METRIC_SERVICE, type MetricName } from '../core/observability/metrics.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Stage } from './stage-settings.ts';

/** The resources that alarms watch. */
export interface MonitoredResources {
  stage: Stage;
  api: IHttpApi;
  /** The id of the CloudFront distribution. Undefined in a stage without a dashboard. */
  distributionId: string | undefined;
  tableName: string;
  scheduleGroupName: string;
  streamWorker: LambdaFunction;
  queues: Record<'delivery' | 'email' | 'media', Queue>;
  deadLetterQueues: Record<string, Queue>;
}

/** The write units a second that DynamoDB permits a table by default. */
export const TABLE_WRITE_QUOTA = 40_000;

// Above these rates SES reviews an account.
const MAX_BOUNCE_RATE = 0.05;
const MAX_COMPLAINT_RATE = 0.001;

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

/** Return how many messages are in a queue and not in flight. */
export function visibleMessages(queue: Queue, minutes: number): Metric {
  return queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: Duration.minutes(minutes) });
}

/**
 * Return the age of the oldest message of several queues, in seconds. It may include the delay of a message,
 * at most 15 minutes. SQS leaves out messages that were received three times: after two more attempts they end
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
 * Return the response time that 90 % of the requests stay below, in milliseconds, as the gateway measures it. CloudWatch
 * needs a hundred requests in a period for it (Amazon CloudWatch user guide, "Percentile-based alarms and low data samples").
 */
export function responseTime({ api }: MonitoredResources, minutes: number): IMetric {
  return api.metricLatency({ statistic: 'p90', period: Duration.minutes(minutes) });
}

/** Return the number of requests, in percent of those that the throttle of one route without a token lets through. */
export function requestPercent({ api, stage }: MonitoredResources, minutes: number): IMetric {
  const throttled = 60 * minutes * stage.publicRouteThrottle.requestsPerSecond;
  const requests = api.metricCount({ statistic: 'Sum', period: Duration.minutes(minutes) });
  return math(`100 * FILL(requests,0) / ${throttled}`, { requests }, minutes);
}

/**
 * Return how much of the limits of SES the rates of bounces and complaints are: at 1, SES may stop the account's emails
 * (Amazon SES developer guide, "Using reputation metrics to track bounce and complaint rates").
 */
export function emailReputation(minutes: number): IMetric {
  const rate = (metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.minutes(minutes) });
  const usingMetrics = { bounces: rate('Reputation.BounceRate'), complaints: rate('Reputation.ComplaintRate') };
  const shares = `FILL(bounces,0) / ${MAX_BOUNCE_RATE},FILL(complaints,0) / ${MAX_COMPLAINT_RATE}`;
  return math(`MAX([${shares}])`, usingMetrics, minutes);
}

/**
 * Return the write units that the table consumes a second, in percent of the quota of a table. CloudWatch has the quota of
 * the account (Amazon DynamoDB developer guide, "DynamoDB metrics and dimensions").
 */
export function tableQuotaPercent({ tableName }: MonitoredResources, minutes: number): IMetric {
  const options = { namespace: 'AWS/DynamoDB', period: Duration.minutes(minutes) };
  const consumed = { metricName: 'ConsumedWriteCapacityUnits', dimensionsMap: { TableName: tableName } };
  const usingMetrics = {
    consumed: new Metric({ ...options, ...consumed, statistic: 'Sum' }),
    quota: new Metric({ ...options, metricName: 'AccountMaxTableLevelWrites', statistic: 'Maximum' }),
  };
  const seconds = 60 * minutes;
  return math(`100 * FILL(consumed,0) / ${seconds} / FILL(quota,${TABLE_WRITE_QUOTA})`, usingMetrics, minutes);
}

/** Return the share of the responses of the distribution that are 5xx, in percent. Its metrics are in `us-east-1` only. */
export function siteErrorPercent({ distributionId }: MonitoredResources, minutes: number): IMetric {
  const dimensionsMap = { DistributionId: distributionId!, Region: 'Global' };
  const options = {
    namespace: 'AWS/CloudFront',
    dimensionsMap,
    statistic: 'Average',
    period: Duration.minutes(minutes),
  };
  return new Metric({ ...options, metricName: '5xxErrorRate' });
}

/** Return the invocations that EventBridge Scheduler gave up, of the schedules of the stage. */
export function droppedInvocations({ scheduleGroupName }: MonitoredResources, minutes: number): IMetric {
  const dimensionsMap = { ScheduleGroup: scheduleGroupName };
  const options = { namespace: 'AWS/Scheduler', dimensionsMap, statistic: 'Sum', period: Duration.minutes(minutes) };
  return new Metric({ ...options, metricName: 'InvocationDroppedCount' });
}
