import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import { METRIC_NAMESPACE, METRIC_SERVICE, type MetricName } from '../observability/metrics.ts';
import { INDEXES } from '../table/schema.ts';
import type { Stage } from './stages.ts';

/** The resources that alarms watch. */
export interface MonitoredResources {
  stage: Stage;
  api: IHttpApi;
  table: TableV2;
  streamWorker: LambdaFunction;
  sweep: LambdaFunction;
  deadLetterQueues: Record<`${'publish' | 'delivery' | 'metricPoll' | 'stream' | 'invocation'}DeadLetters`, Queue>;
}

/** Return a metric that the service emits, for one platform where it is counted per platform. */
export function serviceMetric(
  { stage }: MonitoredResources,
  metricName: MetricName,
  minutes: number,
  statistic: 'Sum' | 'Maximum' = 'Sum',
  platform?: Platform,
): Metric {
  const dimensionsMap = { service: METRIC_SERVICE, stage: stage.name, ...(platform ? { platform } : {}) };
  const period = Duration.minutes(minutes);
  return new Metric({ namespace: METRIC_NAMESPACE, metricName, dimensionsMap, statistic, period });
}

/** Return metrics that are counted per platform, by id and platform: `failed_twitter`, …. */
export function perPlatform(
  resources: MonitoredResources,
  metrics: Record<string, MetricName>,
  minutes: number,
  statistic: 'Sum' | 'Maximum' = 'Sum',
): Record<string, Metric> {
  const entries = Object.entries(metrics).flatMap(([id, name]) =>
    PLATFORMS.map((each) => [`${id}_${each}`, serviceMetric(resources, name, minutes, statistic, each)] as const),
  );
  return Object.fromEntries(entries);
}

/** Return the expression that adds up a metric over all platforms: `FILL(failed_instagram,0)+…`. */
export function sumExpression(id: string): string {
  return `(${PLATFORMS.map((platform) => `FILL(${id}_${platform},0)`).join('+')})`;
}

/** Return the largest lateness of a post on any platform, in seconds. */
export function maxLateness(resources: MonitoredResources, minutes: number): IMetric {
  const usingMetrics = perPlatform(resources, { late: 'PostLateness' }, minutes, 'Maximum');
  const filled = PLATFORMS.map((platform) => `FILL(late_${platform},0)`).join(',');
  return math(`MAX([${filled}])`, usingMetrics, minutes);
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

/** Return the throttled reads and writes of the table and its indexes. */
export function tableThrottles({ table }: MonitoredResources, minutes: number): IMetric {
  const dimensions = [{}, ...Object.keys(INDEXES).map((index) => ({ GlobalSecondaryIndexName: index }))];
  const options = { namespace: 'AWS/DynamoDB', statistic: 'Sum', period: Duration.minutes(minutes) };
  const usingMetrics: Record<string, Metric> = {};
  for (const [index, dimension] of dimensions.entries()) {
    const dimensionsMap = { TableName: table.tableName, ...dimension };
    usingMetrics[`read_${index}`] = new Metric({ ...options, metricName: 'ReadThrottleEvents', dimensionsMap });
    usingMetrics[`write_${index}`] = new Metric({ ...options, metricName: 'WriteThrottleEvents', dimensionsMap });
  }
  const sum = Object.keys(usingMetrics).map((id) => `FILL(${id},0)`);
  return math(sum.join('+'), usingMetrics, minutes);
}
