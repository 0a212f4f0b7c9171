import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import { METRIC_NAMESPACE, METRIC_SERVICE, type MetricName } from '../observability/metrics.ts';
import { INDEXES } from '../table/schema.ts';
import type { Stage } from './stages.ts';

/** The parts of the stack that alarms look at. */
export interface MonitoredResources {
  stage: Stage;
  api: HttpApi;
  table: TableV2;
  follow: LambdaFunction;
  sweep: LambdaFunction;
  deadLetterQueues: Record<
    | 'publishDeadLetters'
    | 'deliveryDeadLetters'
    | 'metricPollDeadLetters'
    | 'streamDeadLetters'
    | 'invocationDeadLetters',
    Queue
  >;
}

/** A metric of the service's own, of one platform where it is counted per platform. */
export function serviceMetric(
  { stage }: MonitoredResources,
  metricName: MetricName,
  minutes: number,
  statistic: 'Sum' | 'Maximum' = 'Sum',
  platform?: Platform,
): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { service: METRIC_SERVICE, stage: stage.name, ...(platform ? { platform } : {}) },
    statistic,
    period: Duration.minutes(minutes),
  });
}

/** Sums of metrics counted per platform, side by side as `failed_twitter`, …; absent is zero. */
export function perPlatform(
  watched: MonitoredResources,
  metrics: Record<string, MetricName>,
  minutes: number,
) {
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([word, name]) =>
      PLATFORMS.map((platform) => [
        `${word}_${platform}`,
        serviceMetric(watched, name, minutes, 'Sum', platform),
      ]),
    ),
  );
}

/** `FILL(failed_instagram,0)+…`: what was counted on any platform. */
export function sumExpression(word: string): string {
  return `(${PLATFORMS.map((platform) => `FILL(${word}_${platform},0)`).join('+')})`;
}

/** The latest post of any platform, in seconds past its time. */
export function maxLateness(watched: MonitoredResources, minutes: number): IMetric {
  const usingMetrics = Object.fromEntries(
    PLATFORMS.map((platform) => [
      `late_${platform}`,
      serviceMetric(watched, 'PostLateness', minutes, 'Maximum', platform),
    ]),
  );
  const filled = PLATFORMS.map((platform) => `FILL(late_${platform},0)`).join(',');
  return math(`MAX([${filled}])`, usingMetrics, minutes);
}

/** A metric made of others; its period is theirs. */
export function math(expression: string, usingMetrics: Record<string, IMetric>, minutes: number): IMetric {
  return new MathExpression({ expression, usingMetrics, period: Duration.minutes(minutes), label: '' });
}

/** Requests answered with a server's error, in percent of all; 0 while there are fewer than `least`. */
export function serverErrorPercent({ api }: MonitoredResources, minutes: number, least: number): IMetric {
  const options = { statistic: 'Sum', period: Duration.minutes(minutes) };
  const usingMetrics = { errors: api.metricServerError(options), requests: api.metricCount(options) };
  return math(`IF(errors >= ${least}, 100 * errors / requests, 0)`, usingMetrics, minutes);
}

/** Reads and writes the table refused for want of capacity, its indexes included. */
export function tableThrottles({ table }: MonitoredResources, minutes: number): IMetric {
  const places = [{}, ...Object.keys(INDEXES).map((index) => ({ GlobalSecondaryIndexName: index }))];
  const metrics = places.flatMap((place, index) =>
    (['Read', 'Write'] as const).map((kind) => [
      `${kind.toLowerCase()}_${index}`,
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: `${kind}ThrottleEvents`,
        dimensionsMap: { TableName: table.tableName, ...place },
        statistic: 'Sum',
        period: Duration.minutes(minutes),
      }),
    ]),
  );
  const usingMetrics = Object.fromEntries(metrics) as Record<string, Metric>;
  const sum = Object.keys(usingMetrics).map((id) => `FILL(${id},0)`);
  return math(sum.join('+'), usingMetrics, minutes);
}
